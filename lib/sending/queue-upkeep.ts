import type pg from "pg";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import { FORGOTTEN_LANES, type Forgotten, type Lane, type LaneMark } from "@/lib/queue/due-lanes";
import { MOST_EXPIRED, RELEASE_EXPIRED } from "@/lib/queue/lease";

const LOOK_MS = 5_000;
const PAGE = 1_000;
/** Every lease that expired this long ago was committed: no transaction takes longer. */
const MARGIN_MS = 10_000;

type Parts = {
  pool: pg.Pool;
  log: Logger;
  /** Marks lanes that have work now, or after a delay. */
  mark(lanes: Iterable<Lane>, delayMs?: number): void;
};

/**
 * The safety net of the queue: frees expired leases, and finds lanes whose work is not marked because a process ended
 * between its commit and its mark. It searches the lanes page by page, and all at once after a loss.
 */
export class QueueUpkeep {
  #expiredUntil: Date | null = null;
  /** The time of the last search, by the database's clock. */
  #lookedAt: Date | null = null;
  #after: string | null = null;
  #isThorough = true;
  readonly #rounds: Rounds;

  constructor(private readonly parts: Parts) {
    this.#rounds = new Rounds({
      run: () => this.#look(),
      onError: (error) => parts.log.warn({ err: error }, "looking after the queue failed; trying again"),
      afterErrorMs: LOOK_MS,
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Searches all lanes at once, after a worker died or notifications were lost. */
  lookThrough(): void {
    this.#isThorough = true;
    this.#after = null;
    this.#rounds.poke();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #look(): Promise<number> {
    const hasMore = await this.#freeExpired();
    await this.#markForgotten();
    return hasMore || this.#isThorough ? 0 : LOOK_MS;
  }

  /** Returns whether there may be more. */
  async #freeExpired(): Promise<boolean> {
    const { rows } = await this.parts.pool.query<Lane>(RELEASE_EXPIRED(this.#expiredUntil));
    this.parts.mark(rows);
    if (rows.length === MOST_EXPIRED) return true;
    if (this.#lookedAt) this.#expiredUntil = new Date(this.#lookedAt.getTime() - MARGIN_MS);
    return false;
  }

  async #markForgotten(): Promise<void> {
    const page = { after: this.#after, limit: PAGE, closedToo: this.#isThorough };
    const { rows } = await this.parts.pool.query<Forgotten>(FORGOTTEN_LANES(page));
    for (const row of rows) if (isMark(row)) this.parts.mark([row], row.delaySeconds * 1_000);
    const [first] = rows;
    if (!first) throw new Error("The search for forgotten lanes answered nothing.");
    this.#after = first.next;
    if (this.#after === null) this.#isThorough = false;
    this.#lookedAt = first.lookedAt;
  }
}

function isMark(row: Forgotten): row is LaneMark & Forgotten {
  return typeof row.laneId === "string";
}
