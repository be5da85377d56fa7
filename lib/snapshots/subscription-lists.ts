import type { ByIdDraft } from "@/lib/snapshots/by-id";
import type { SubscriptionConfig, SubscriptionList } from "@/lib/snapshots/snapshot";

type Lists = ByIdDraft<SubscriptionList>;

const EMPTY: SubscriptionList = [];

/**
 * Changes ordered lists of subscriptions. A list of an older snapshot is copied once, at its first change, and then
 * changed in place, so that a hundred thousand additions are not as many copies. Finished lists belong to the snapshot.
 */
export class ListEditor {
  readonly #own = new WeakSet<SubscriptionList>();

  put(list: SubscriptionList, config: SubscriptionConfig): SubscriptionList {
    // Most endpoints have one subscription; a list that grows from nothing reserves memory for many.
    if (list.length === 0) return [config];
    const own = this.#toOwn(list);
    const at = findPlace(own, config.id);
    own.splice(at, own[at]?.id === config.id ? 1 : 0, config);
    return own;
  }

  drop(list: SubscriptionList, id: string): SubscriptionList {
    const at = findPlace(list, id);
    if (list[at]?.id !== id) return list;
    const own = this.#toOwn(list);
    own.splice(at, 1);
    return own;
  }

  putAt(lists: Lists, key: string, config: SubscriptionConfig): void {
    lists.set(key, this.put(lists.get(key) ?? EMPTY, config));
  }

  dropAt(lists: Lists, key: string, id: string): void {
    const list = this.drop(lists.get(key) ?? EMPTY, id);
    if (list.length === 0) lists.delete(key);
    else lists.set(key, list);
  }

  #toOwn(list: SubscriptionList): SubscriptionConfig[] {
    const own = this.#own.has(list) ? (list as SubscriptionConfig[]) : list.slice();
    this.#own.add(own);
    return own;
  }
}

/** The index of an id, or where it would be inserted. */
function findPlace(list: SubscriptionList, id: string): number {
  const last = list.at(-1);
  if (!last || last.id < id) return list.length;
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as SubscriptionConfig).id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
