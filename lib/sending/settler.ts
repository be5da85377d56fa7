import { ShardWasSplit } from "@/lib/db/placement/shard-pool";
import { AT_ONCE, type TakeTurn } from "@/lib/kernel/turns";
import { count, observe, timed } from "@/lib/metrics/meter";
import type { AttemptResult } from "@/lib/sending/result";

const MAX_BATCH = 400;
const PARALLEL_BATCHES = 2;
const RETRY_MS = 500;
/**
 * From the start of one batch to the start of the next, and from the first result of a batch to its start: a statement costs
 * much the same for one result as for twenty.
 */
const GATHER_MS = 10;
/** The same for a few results that nothing waits for. A crash repeats correspondingly more of them. */
const CALM_GATHER_MS = 40;
/** From this number on, results are many. */
const ENOUGH = 32;

/**
 * Repeats a step until it succeeds, or its shard was split. Completed steps are not repeated when a later one fails.
 */
export type Insist = <T>(step: () => Promise<T>) => Promise<T>;

export type SettleBatch = (results: AttemptResult[], insist: Insist) => Promise<void>;

/**
 * Settles results in batches of what gathered while earlier batches were on their way. If the database is unreachable,
 * each step of a batch is repeated until it is back: a result is never dropped, and its place bounds how many can wait.
 */
export class Settler {
  #waiting: AttemptResult[] = [];
  #isAwaited = false;
  #underway = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the next batch starts, by the clock of `performance.now()`. */
  #startAt = Number.POSITIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When the first of those came that wait. */
  #firstAt = 0;
  #idle: (() => void)[] = [];

  constructor(
    private readonly settle: SettleBatch,
    private readonly onSettled: (result: AttemptResult) => void,
    private readonly onError: (error: unknown) => void,
    private readonly takeTurn: TakeTurn = AT_ONCE,
  ) {}

  /** `isAwaited`: other work waits for the place of this one. */
  add(result: AttemptResult, isAwaited: boolean): void {
    if (this.#waiting.length === 0) this.#firstAt = performance.now();
    this.#waiting.push(result);
    this.#isAwaited ||= isAwaited;
    this.#schedule();
  }

  /** Resolves when everything added so far is settled. */
  async flush(): Promise<void> {
    if (this.#waiting.length > 0 || this.#underway > 0) await new Promise<void>((done) => this.#idle.push(done));
  }

  #schedule(): void {
    if (this.#underway >= PARALLEL_BATCHES || this.#waiting.length === 0) return;
    const startAt = this.#findStart();
    if (startAt >= this.#startAt) return;
    clearTimeout(this.#timer);
    const start = () => void this.#settleInTurn();
    const waitMs = startAt - performance.now();
    this.#startAt = waitMs > 1 ? startAt : Number.NEGATIVE_INFINITY;
    if (waitMs > 1) this.#timer = setTimeout(start, waitMs);
    else setImmediate(start);
  }

  #findStart(): number {
    if (this.#waiting.length >= MAX_BATCH) return 0;
    const isCalm = !this.#isAwaited && this.#waiting.length < ENOUGH;
    return Math.max(this.#firstAt + GATHER_MS, this.#lastAt + (isCalm ? CALM_GATHER_MS : GATHER_MS));
  }

  /** What is added until its turn has come is in the batch, too. */
  async #settleInTurn(): Promise<void> {
    this.#startAt = Number.NEGATIVE_INFINITY;
    const endTurn = await this.takeTurn();
    this.#startAt = Number.POSITIVE_INFINITY;
    await this.#settleNext().finally(endTurn);
  }

  async #settleNext(): Promise<void> {
    const batch = this.#waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) return;
    this.#lastAt = performance.now();
    this.#isAwaited &&= this.#waiting.length > 0;
    this.#underway += 1;
    this.#schedule();
    observe("hookyard_settle_attempts", null, batch.length);
    await timed("hookyard_settle_seconds", null, () => this.settle(batch, (step) => this.#insist(step)));
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
        if (error instanceof ShardWasSplit) throw error;
        count("hookyard_settle_failures_total", null);
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}
