/** How long a slow server rests after a turn, in turns. */
const REST_SHARE = 2;

/**
 * Reads again what signals touch, one turn after another: signals that come during a turn, or within the rest after it,
 * make one more turn together. So requests never pile up, however much happens and however slow the server is.
 */
export class RefetchTurns {
  readonly #changed = new Set<string>();
  #isBusy = false;
  #rest: ReturnType<typeof setTimeout> | null = null;
  #isStopped = false;

  constructor(
    private readonly refetch: (changed: ReadonlySet<string>) => Promise<unknown>,
    private readonly restMs: number,
  ) {}

  add(changed: Iterable<string>): void {
    for (const signal of changed) this.#changed.add(signal);
    if (!this.#isBusy) void this.#run();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#rest !== null) clearTimeout(this.#rest);
  }

  async #run(): Promise<void> {
    if (this.#changed.size === 0 || this.#isStopped) return;
    this.#isBusy = true;
    const changed = new Set(this.#changed);
    this.#changed.clear();
    const startedAt = performance.now();
    // A read that fails says so where it is shown.
    await this.refetch(changed).catch(() => {});
    const restMs = Math.max(this.restMs, REST_SHARE * (performance.now() - startedAt));
    if (this.#isStopped) return;
    this.#rest = setTimeout(() => {
      this.#isBusy = false;
      void this.#run();
    }, restMs);
  }
}
