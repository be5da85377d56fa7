/**
 * Remembers a value by object while the object is in memory: of those used last at least `least`, and never more than
 * twice as many. What has to be computed again costs less than what all of them would keep.
 */
export class RecentlyUsed<K extends object, V extends object> {
  #young = new WeakMap<K, V>();
  #old = new WeakMap<K, V>();
  #count = 0;

  constructor(private readonly least: number) {}

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young) return young;
    const old = this.#old.get(key);
    if (old) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#count >= this.least) {
      this.#old = this.#young;
      this.#young = new WeakMap();
      this.#count = 0;
    }
    if (!this.#young.has(key)) this.#count += 1;
    this.#young.set(key, value);
  }
}
