import type { AttemptResult } from "@/lib/delivery/result";

const MAX_BATCH = 400;
const PARALLEL_BATCHES = 2;
const RETRY_MS = 500;
/** From the start of one batch to that of the next: a statement costs much the same for one result as for twenty. */
const GATHER_MS = 10;

/** Does a step until it succeeds. What was done is not done again when a later step fails. */
export type Insist = <T>(step: () => Promise<T>) => Promise<T>;

export type SettleBatch = (results: AttemptResult[], insist: Insist) => Promise<void>;

/**
 * Settles results in batches, as many as gathered while earlier batches were on their way. When the store is away
 * each step of a batch is tried again until it is back: a result is never dropped, and the places it holds bound how many
 * can wait.
 */
export class Settler {
  #waiting: AttemptResult[] = [];
  #underway = 0;
  #scheduled = false;
  #lastAt = Number.NEGATIVE_INFINITY;
  #idle: (() => void)[] = [];

  constructor(
    private readonly settle: SettleBatch,
    private readonly onSettled: (result: AttemptResult) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  add(result: AttemptResult): void {
    this.#waiting.push(result);
    this.#schedule();
  }

  /** Resolves when everything added so far is settled. */
  async flush(): Promise<void> {
    if (this.#waiting.length > 0 || this.#underway > 0) await new Promise<void>((done) => this.#idle.push(done));
  }

  #schedule(): void {
    if (this.#scheduled || this.#underway >= PARALLEL_BATCHES || this.#waiting.length === 0) return;
    this.#scheduled = true;
    const start = () => {
      this.#scheduled = false;
      void this.#settleNext();
    };
    const gatherMs = this.#lastAt + GATHER_MS - performance.now();
    if (gatherMs > 1 && this.#waiting.length < MAX_BATCH) setTimeout(start, gatherMs);
    else setImmediate(start);
  }

  async #settleNext(): Promise<void> {
    const batch = this.#waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) return;
    this.#underway += 1;
    this.#lastAt = performance.now();
    this.#schedule();
    await this.settle(batch, (step) => this.#insist(step));
    for (const result of batch) this.onSettled(result);
    this.#underway -= 1;
    this.#schedule();
    if (this.#waiting.length === 0 && this.#underway === 0) for (const done of this.#idle.splice(0)) done();
  }

  async #insist<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}
