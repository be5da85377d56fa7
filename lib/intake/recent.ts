type Entry<V> = { value: V; until: number };

/** Remembers values until a time each, and of them at most so many: the least recently used one goes first. */
export class Recent<V> {
  readonly #entries = new Map<string, Entry<V>>();

  constructor(
    private readonly max: number,
    private readonly nowMs: () => number,
  ) {}

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (this.nowMs() >= entry.until) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V, forMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.nowMs() + forMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.max && oldest !== undefined) this.#entries.delete(oldest);
  }
}
