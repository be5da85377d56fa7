/** After so many deletions a map is replaced, or after as many as it has entries if these are more. */
const RENEWED_AFTER = 64;

/**
 * A `Map` for entries that come and go all the time, such as the requests in progress.
 *
 * V8 gives a Map a new table each time deletions have used up the old one, and the old table keeps its entries and a
 * pointer to the new one (src/objects/ordered-hash-table.cc, `SetNextTable`). An old table in the old generation is
 * garbage that only a major collection finds. Until then the minor ones take it for alive, and through it each later
 * table with all that was in it. Here the chain is short, because the Map itself is replaced now and then.
 *
 * An iteration goes on over the entries that were there when the map was replaced, whatever is deleted after that.
 */
export class TransientMap<K, V> {
  #entries = new Map<K, V>();
  #deleted = 0;

  get size(): number {
    return this.#entries.size;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  /** Returns whether there was such an entry. */
  delete(key: K): boolean {
    if (!this.#entries.delete(key)) return false;
    this.#deleted += 1;
    if (this.#deleted >= RENEWED_AFTER && this.#deleted >= this.#entries.size) {
      this.#entries = new Map(this.#entries);
      this.#deleted = 0;
    }
    return true;
  }

  keys(): MapIterator<K> {
    return this.#entries.keys();
  }

  values(): MapIterator<V> {
    return this.#entries.values();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.#entries.entries();
  }
}

/** A `Set` for what comes and goes all the time; `TransientMap` says why. */
export class TransientSet<T> {
  readonly #members = new TransientMap<T, true>();

  get size(): number {
    return this.#members.size;
  }

  add(member: T): void {
    this.#members.set(member, true);
  }

  /** Returns whether it was a member. */
  delete(member: T): boolean {
    return this.#members.delete(member);
  }

  [Symbol.iterator](): MapIterator<T> {
    return this.#members.keys();
  }
}
