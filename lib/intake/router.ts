import { setTimeout as pause } from "node:timers/promises";
import { restMs } from "@/lib/db/look-out";
import { type PendingEvent, renewPending, returnToInbox, takePending } from "@/lib/intake/inbox";
import { BatchRouter, type RouterParts } from "@/lib/intake/route-batch";
import { Rounds } from "@/lib/kernel/rounds";
import { TransientSet } from "@/lib/kernel/transient";
import { LEASE_SECONDS } from "@/lib/queue/lease";

const AGAIN_MS = 1_000;
const BATCH = 50;
/** Concurrent batches: one waits for a slow function while others pass. */
const PARALLEL_BATCHES = 4;
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3;

/**
 * Routes the events of the inbox: those with slow functions, and those with too wide a fan-out for their own commit. An
 * event is leased, its functions run, and then deliveries, queue rows, its status and its leaving the inbox are one
 * transaction. An event with more deliveries than a transaction should write goes page by page, each with its progress:
 * after a crash it is still in the inbox and continues from there.
 */
export class Router {
  readonly #rounds: Rounds;
  readonly #underway = new TransientSet<Promise<void>>();
  /**
   * There may be more than could be started: the first batch that ends looks, since nothing else does while no event
   * arrives.
   */
  #isBehind = false;
  #isStopped = false;
  readonly #batches: BatchRouter;

  constructor(private readonly parts: RouterParts) {
    this.#batches = new BatchRouter(parts);
    this.#rounds = new Rounds({
      run: () => this.#take(),
      onError: (error) => parts.log.error({ err: error }, "taking events to route failed; trying again"),
      afterErrorMs: AGAIN_MS,
    });
  }

  start(): void {
    this.#rounds.start();
  }

  poke(): void {
    this.#rounds.poke();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#rounds.stop();
    await Promise.all(this.#underway);
  }

  /** Starts a batch if there is one. */
  async #take(): Promise<number> {
    this.#isBehind = this.#underway.size >= PARALLEL_BATCHES;
    if (this.#isBehind) return Number.POSITIVE_INFINITY;
    const pending = await takePending(this.parts.pool, this.parts.workerId, BATCH);
    if (pending.length === 0) return restMs();
    const running = this.#run(pending).finally(() => {
      this.#underway.delete(running);
      if (this.#isBehind) this.#rounds.poke();
    });
    this.#underway.add(running);
    return pending.length === BATCH ? 0 : restMs();
  }

  async #run(pending: PendingEvent[]): Promise<void> {
    try {
      await this.#holding(pending, () => this.#route(pending));
    } catch (error) {
      this.parts.log.error({ err: error }, "routing failed; trying again");
      await this.#giveBack(pending.map(({ id }) => id));
    }
  }

  /** Renews the leases for as long as the work takes. */
  async #holding(pending: readonly PendingEvent[], work: () => Promise<void>): Promise<void> {
    const { pool, workerId, log } = this.parts;
    const ids = pending.map(({ id }) => id);
    const renewal = setInterval(() => {
      renewPending(pool, workerId, ids).catch((error) =>
        log.warn({ err: error }, "could not hold events of the inbox"),
      );
    }, RENEW_MS);
    await work().finally(() => clearInterval(renewal));
  }

  /** Repeats while the database is unreachable, for as long as the lease lasts. */
  async #giveBack(ids: readonly string[]): Promise<void> {
    const { pool, workerId } = this.parts;
    const end = performance.now() + LEASE_SECONDS * 1_000;
    while (!this.#isStopped && performance.now() < end) {
      try {
        return await returnToInbox(pool, workerId, ids);
      } catch {
        // The cause that prevented the routing prevents this too; the caller reports it once.
        await pause(AGAIN_MS);
      }
    }
  }

  async #route(pending: readonly PendingEvent[]): Promise<void> {
    const hasMore = await this.#batches.route(pending, () => this.#isStopped);
    if (hasMore) this.#isBehind = true;
  }
}
