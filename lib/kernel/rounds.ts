type Parts = {
  /** Does the pending work, and returns in how many milliseconds to run again; `Infinity` waits for a poke. */
  run(): Promise<number>;
  /** An error of a round is reported here, and the round is repeated after this time. */
  onError(error: unknown): void;
  afterErrorMs: number;
};

/**
 * The one loop of everything that looks for work periodically: rounds run one after another, never two at once. A
 * caller that knows of work pokes it instead of waiting.
 */
export class Rounds {
  #timer: NodeJS.Timeout | null = null;
  #dueAt = Number.POSITIVE_INFINITY;
  #round: Promise<void> | null = null;
  #isStopped = false;

  constructor(private readonly parts: Parts) {}

  /** Begins the first round after this time. */
  start(afterMs = 0): void {
    this.poke(afterMs);
  }

  /** Begins the next round within this time, or after the current one has ended. */
  poke(afterMs = 0): void {
    if (this.#isStopped) return;
    const dueAt = performance.now() + afterMs;
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    if (!this.#round) this.#setTimer();
  }

  /** Begins no other round, and resolves when the current one has ended. */
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
