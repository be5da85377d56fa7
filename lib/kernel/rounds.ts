type Parts = {
  /** Does what there is to do, and answers in how many milliseconds it wants to look again; `Infinity` waits to be poked. */
  run(): Promise<number>;
  /** A round that throws is told of, and done again after this. */
  onError(error: unknown): void;
  afterErrorMs: number;
};

/**
 * The one loop of everything that looks for work now and then: rounds one after another, never two at once. Whoever knows
 * that there is work pokes, and does not wait for the time to come.
 */
export class Rounds {
  #timer: NodeJS.Timeout | null = null;
  #dueAt = Number.POSITIVE_INFINITY;
  #round: Promise<void> | null = null;
  #isStopped = false;

  constructor(private readonly parts: Parts) {}

  start(): void {
    this.poke();
  }

  /** The next round begins that soon at the latest; while one runs, after it has ended. */
  poke(afterMs = 0): void {
    if (this.#isStopped) return;
    const dueAt = performance.now() + afterMs;
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    if (!this.#round) this.#setTimer();
  }

  /** Begins no other round, and resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
  }

  #setTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isStopped || this.#dueAt === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#dueAt = Number.POSITIVE_INFINITY;
        this.#round = this.#run();
      },
      Math.max(0, this.#dueAt - performance.now()),
    );
  }

  async #run(): Promise<void> {
    let afterMs = this.parts.afterErrorMs;
    try {
      afterMs = await this.parts.run();
    } catch (error) {
      this.parts.onError(error);
    }
    this.#round = null;
    this.poke(afterMs);
    this.#setTimer();
  }
}
