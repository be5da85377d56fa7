import type pg from "pg";
import { Rounds } from "@/lib/kernel/rounds";
import { type Lane, MARK_DUE } from "@/lib/queue/due-lanes";
import { MARK_DUE_FOR_ALL, WorkerTurns } from "@/lib/queue/wake";

/** From the start of one statement to the start of the next: a statement costs much the same for one lane as for twenty. */
const GATHER_MS = 5;
/** The same where each statement wakes every copy. An event that another copy received waits for half of this on average. */
const GATHER_FOR_ALL_MS = 10;
const AGAIN_MS = 500;

type Mark = Lane & { readonly dueMs: number };

type Options = {
  /** Called when lanes are due now. Without it the workers of every copy are told. */
  readonly onMarked?: () => void;
  readonly onError: (error: unknown) => void;
};

/**
 * Marks lanes due after the commit of the work in them. One statement gathers the marks of many commits, so that a
 * commit never waits for a lane's row that another one has locked. Repeats until it succeeds.
 */
export class LaneMarks {
  #waiting = new Map<string, Mark>();
  readonly #turns = new WorkerTurns();
  readonly #rounds: Rounds;
  readonly #gatherMs: number;
  /** Before then no other statement begins, by the clock of `performance.now()`. */
  #notBefore = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly options: Options,
  ) {
    this.#gatherMs = options.onMarked ? GATHER_MS : GATHER_FOR_ALL_MS;
    this.#rounds = new Rounds({
      run: async () => {
        const now = performance.now();
        if (now < this.#notBefore) return this.#notBefore - now;
        this.#notBefore = now + this.#gatherMs;
        await this.#write();
        return this.#waiting.size > 0 ? 0 : Number.POSITIVE_INFINITY;
      },
      onError: options.onError,
      afterErrorMs: AGAIN_MS,
    });
  }

  /** These lanes have work, now or after the delay. */
  mark(lanes: Iterable<Lane>, delayMs = 0): void {
    const dueMs = performance.now() + delayMs;
    for (const { projectId, laneId } of lanes) this.#note({ projectId, laneId, dueMs });
    if (this.#waiting.size > 0) this.#rounds.poke(delayMs > 0 ? this.#gatherMs : 0);
  }

  /** Writes the marks that are left. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.#write();
  }

  #note(mark: Mark): void {
    const earlier = this.#waiting.get(mark.laneId);
    if (!earlier || earlier.dueMs > mark.dueMs) this.#waiting.set(mark.laneId, mark);
  }

  async #write(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    if (waiting.length === 0) return;
    this.#waiting = new Map();
    const now = performance.now();
    const marks = waiting.map((mark) => ({ ...mark, delaySeconds: Math.max(0, mark.dueMs - now) / 1_000 }));
    const isAnyDue = marks.some(({ delaySeconds }) => delaySeconds === 0);
    const { onMarked } = this.options;
    try {
      const wakesAll = isAnyDue && !onMarked;
      await this.pool.query(wakesAll ? MARK_DUE_FOR_ALL({ marks, turn: this.#turns.now() }) : MARK_DUE(marks));
    } catch (error) {
      for (const mark of waiting) this.#note(mark);
      throw error;
    }
    if (isAnyDue) onMarked?.();
  }
}
