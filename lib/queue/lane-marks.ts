import type pg from "pg";
import { Rounds } from "@/lib/kernel/rounds";
import { type Lane, MARK_DUE } from "@/lib/queue/due-lanes";

/** From one statement to the next: a statement costs much the same for one lane as for twenty. */
const GATHER_MS = 5;
const AGAIN_MS = 500;

type Mark = Lane & { readonly dueMs: number };

/**
 * Marks lanes due after the commit of the work in them. One statement gathers the marks of many commits, so that a
 * commit never waits for a lane's row that another one has locked. Repeats until it succeeds.
 */
export class LaneMarks {
  #waiting = new Map<string, Mark>();
  readonly #rounds: Rounds;

  /** `onMarked` is called when lanes are due now. */
  constructor(
    private readonly pool: pg.Pool,
    onMarked: () => void,
    onError: (error: unknown) => void,
  ) {
    this.#rounds = new Rounds({
      run: async () => {
        if (await this.#write()) onMarked();
        return this.#waiting.size > 0 ? GATHER_MS : Number.POSITIVE_INFINITY;
      },
      onError,
      afterErrorMs: AGAIN_MS,
    });
  }

  /** These lanes have work, now or after the delay. */
  mark(lanes: Iterable<Lane>, delayMs = 0): void {
    const dueMs = performance.now() + delayMs;
    for (const { projectId, laneId } of lanes) this.#note({ projectId, laneId, dueMs });
    if (this.#waiting.size > 0) this.#rounds.poke(delayMs > 0 ? GATHER_MS : 0);
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

  /** Returns true if a lane is due now. */
  async #write(): Promise<boolean> {
    const marks = [...this.#waiting.values()];
    if (marks.length === 0) return false;
    this.#waiting = new Map();
    const now = performance.now();
    const toDelay = ({ dueMs }: Mark) => Math.max(0, dueMs - now) / 1_000;
    try {
      await this.pool.query(MARK_DUE(marks.map((mark) => ({ ...mark, delaySeconds: toDelay(mark) }))));
    } catch (error) {
      for (const mark of marks) this.#note(mark);
      throw error;
    }
    return marks.some(({ dueMs }) => dueMs <= now);
  }
}
