import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { askClient } from "@/lib/db/ask";
import { inTransaction } from "@/lib/db/transaction";
import type { Dispatch } from "@/lib/delivery/dispatch";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import { type EventRow, findOrdered, toDeliveryRows, toRecording } from "@/lib/ingest/event-rows";
import { handOver, unreserve } from "@/lib/ingest/hand-over";
import { KindRecorder } from "@/lib/kinds/kind-recorder";
import type { Logger } from "@/lib/log";
import { markRouted, type Routed } from "@/lib/queue/event-outcome";
import { LEASE_SECONDS } from "@/lib/queue/lease";
import { placeInOrder } from "@/lib/queue/order";
import { RECORD } from "@/lib/queue/record";
import { Rounds } from "@/lib/rounds";
import { leaveInbox, type PendingEvent, renewPending, returnToInbox, takePending } from "@/lib/routing/inbox";
import { type PutOff, putOff } from "@/lib/routing/put-off";
import { routeEvent } from "@/lib/routing/route-event";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

const POLL_MS = 1_000;
const BATCH = 50;
/** Batches under way at once: one waits for a slow function while others pass. */
const PARALLEL_BATCHES = 4;
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3;

type RouterParts = {
  pool: pg.Pool;
  snapshots: SnapshotCache;
  dispatch: Dispatch;
  runner: FunctionRunner;
  workerId: string;
  log: Logger;
};

type Item = { row: EventRow; outcome: Routed; snapshot: ProjectSnapshot | null };

/**
 * Routes the events that were committed to the inbox: those with slow functions, and those whose fan-out was too wide for
 * their own commit. An event is leased, its functions run, and then deliveries, queue rows, its status and its leaving
 * the inbox are one transaction. A crash before that leaves it in the inbox.
 */
export class Router {
  readonly #rounds: Rounds;
  readonly #underway = new Set<Promise<void>>();
  /** There may be more than could be begun: the first batch that ends looks, since nothing else does while no event comes. */
  #isBehind = false;
  #isStopped = false;
  readonly #kinds: KindRecorder;

  constructor(private readonly parts: RouterParts) {
    this.#kinds = new KindRecorder(parts.pool);
    this.#rounds = new Rounds({
      run: () => this.#take(),
      onError: (error) => parts.log.error({ err: error }, "taking events to route failed; trying again"),
      afterErrorMs: POLL_MS,
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

  /** Begins a batch where there is one. */
  async #take(): Promise<number> {
    this.#isBehind = this.#underway.size >= PARALLEL_BATCHES;
    if (this.#isBehind) return Number.POSITIVE_INFINITY;
    const pending = await takePending(this.parts.pool, this.parts.workerId, BATCH);
    if (pending.length === 0) return POLL_MS;
    const running = this.#run(pending).finally(() => {
      this.#underway.delete(running);
      if (this.#isBehind) this.#rounds.poke();
    });
    this.#underway.add(running);
    return pending.length === BATCH ? 0 : POLL_MS;
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

  /** With the store away, again and again for as long as the lease holds. */
  async #giveBack(ids: readonly string[]): Promise<void> {
    const { pool, workerId } = this.parts;
    const end = performance.now() + LEASE_SECONDS * 1_000;
    while (!this.#isStopped && performance.now() < end) {
      try {
        return await returnToInbox(pool, workerId, ids);
      } catch {
        // What kept the routing from being written keeps this too; that is reported once, by the caller.
        await pause(POLL_MS);
      }
    }
  }

  async #route(pending: PendingEvent[]): Promise<void> {
    const { pool, snapshots, runner, workerId, dispatch } = this.parts;
    const items: Item[] = [];
    const later: PutOff[] = [];
    await Promise.all(
      pending.map(async (one) => {
        const { id, event, deferrals } = one;
        const { projectId } = event;
        const snapshot = await snapshots.get(projectId);
        const routing = await routeEvent(runner, one, snapshot);
        if (routing.kind === "later") {
          const { reason, isSuspended } = routing;
          return later.push({ projectId, id, deferrals, reason, isSuspended });
        }
        const deliveries = toDeliveryRows(projectId, routing.deliveries, dispatch);
        const { outcome } = routing;
        const { status, reason } = outcome;
        return items.push({ row: { id, event, status, reason, isDuplicate: false, deliveries }, outcome, snapshot });
      }),
    );
    const rows = items.map((item) => item.row);
    let committed = false;
    try {
      committed = await this.#write(items);
    } catch (error) {
      dispatch.doubt();
      throw error;
    } finally {
      if (!committed) unreserve(dispatch, rows);
    }
    if (committed) handOver(dispatch, rows);
    else {
      // Planned by an outdated configuration: planned again by the present one.
      for (const id of new Set(rows.map((row) => row.event.projectId))) snapshots.forget(id);
      await returnToInbox(
        pool,
        workerId,
        rows.map((row) => row.id),
      );
      this.#isBehind = true;
    }
    await putOff(pool, workerId, later);
  }

  /** False when nothing was written: the configuration changed, or another worker has taken some of the events. */
  async #write(items: readonly Item[]): Promise<boolean> {
    const { pool, workerId, dispatch } = this.parts;
    await this.#kinds.record(items.map((item) => item.row));
    return inTransaction(pool, async (client) => {
      const mine = await leaveInbox(
        client,
        workerId,
        items.map((item) => item.row.id),
      );
      const ask = askClient(client);
      const snapshots = new Set(items.flatMap(({ snapshot }) => (snapshot ? [snapshot] : [])));
      const routed = items.map((item) => item.row);
      const recording = toRecording({ rows: [], routed, snapshots, workerId: dispatch.workerId });
      const [recorded] = await ask<{ fresh: boolean }>(RECORD(recording));
      if (!recorded?.fresh || mine.size < items.length) throw new StaleBatch();
      await placeInOrder(ask, findOrdered(routed));
      await markRouted(
        ask,
        items.map((item) => item.outcome),
      );
      return true;
    }).catch((error) => {
      if (error instanceof StaleBatch) return false;
      throw error;
    });
  }
}

/** Rolls the routing transaction back. */
class StaleBatch extends Error {}
