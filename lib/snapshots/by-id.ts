import type BTree from "sorted-btree";
import { EmptyBTree } from "sorted-btree";

/**
 * A map by text that shares with its copies whatever they did not change. A tree of short arrays takes a sixth of the
 * memory that a persistent hash map does.
 */
export type ById<T> = Pick<ByIdDraft<T>, "get" | "has" | "size" | "entries" | "clone">;

/** The same in the making; `clone` begins one. */
export type ByIdDraft<T> = BTree<string, T>;

/** An empty one. The default export of the library is another in each module system, this instance is not. */
export function nothingById<T>(): ByIdDraft<T> {
  return EmptyBTree.clone() as ByIdDraft<T>;
}
