/** Longer than a page takes from the server's reads until it is drawn. */
const RECENT_MS = 5_000;

/** The signals that came lately. */
export class RecentSignals {
  readonly #cameAt = new Map<string, number>();

  add(changed: Iterable<string>): void {
    for (const signal of changed) this.#cameAt.set(signal, performance.now());
  }

  get(): Set<string> {
    const since = performance.now() - RECENT_MS;
    return new Set([...this.#cameAt].filter(([, at]) => at > since).map(([signal]) => signal));
  }
}
