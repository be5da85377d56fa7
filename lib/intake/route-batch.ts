import type pg from "pg";
import { askClient } from "@/lib/db/ask";
import { isRefusedData, writeInHalves } from "@/lib/db/in-halves";
import { inTransaction } from "@/lib/db/transaction";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import { type EventRow, findOrdered, toDeliveryRows, toRecording } from "@/lib/intake/event-rows";
import { handOver, unreserve } from "@/lib/intake/hand-over";
import { leaveInbox, noteProgress, type PendingEvent, returnToInbox } from "@/lib/intake/inbox";
import { PAGE } from "@/lib/intake/plan-pages";
import { type PutOff, putOff } from "@/lib/intake/put-off";
import { type Progress, type RoutedPage, type Routing, routePages } from "@/lib/intake/route-event";
import { FunctionRun } from "@/lib/intake/run-functions";
import { routeTraced } from "@/lib/intake/trace-event";
import type { Logger } from "@/lib/kernel/log";
import { count } from "@/lib/metrics/meter";
import { KindRecorder } from "@/lib/nouns/kinds/kind-recorder";
import type { Dispatch } from "@/lib/queue/dispatch";
import { markRouted } from "@/lib/queue/event-outcome";
import { placeInOrder } from "@/lib/queue/order";
import { RECORD } from "@/lib/queue/record";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

export type RouterParts = {
  pool: pg.Pool;
  snapshots: SnapshotCache;
  dispatch: Dispatch;
  runner: FunctionRunner;
  workerId: string;
  log: Logger;
};

/** How long a batch continues with further pages; then the rest of its events goes behind the others in the inbox. */
const TURN_MS = 1_000;

/** An event in progress, with the next page to write. */
type Unit = {
  readonly pending: PendingEvent;
  readonly snapshot: ProjectSnapshot | null;
  readonly pages: AsyncGenerator<Routing, void>;
  /** How far it is written. */
  readonly before: Progress | null;
  readonly page: RoutedPage;
  readonly row: EventRow;
};

/** Events that could not be finished: they are due again at once, or after a pause. */
type Left = { readonly back: string[]; readonly later: PutOff[] };

type Begun = Pick<Unit, "pending" | "snapshot" | "pages" | "before">;

/** Routes batches of leased events and writes the results, page by page. */
export class BatchRouter {
  readonly #kinds: KindRecorder;

  constructor(private readonly parts: RouterParts) {
    this.#kinds = new KindRecorder(parts.pool);
  }

  /** Returns whether events that are due at once remain in the inbox. */
  async route(pending: readonly PendingEvent[], isStopped: () => boolean): Promise<boolean> {
    const { pool, workerId } = this.parts;
    const left: Left = { back: [], later: [] };
    const until = performance.now() + TURN_MS;
    let units = await this.#next(await Promise.all(pending.map((one) => this.#begin(one))), left);
    while (units.length > 0) {
      const written = await this.#writeAll(units, left);
      const more = written.filter(({ page }) => page.progress !== null);
      // Other events get their turn, even after the first page.
      if (performance.now() > until || isStopped()) {
        left.back.push(...more.map(({ pending: { id } }) => id));
        break;
      }
      units = await this.#next(
        more.map((unit) => ({ ...unit, before: unit.page.progress })),
        left,
      );
    }
    await returnToInbox(pool, workerId, left.back);
    await putOff(pool, workerId, left.later);
    return left.back.length > 0;
  }

  async #begin(pending: PendingEvent): Promise<Begun> {
    const snapshot = await this.parts.snapshots.get(pending.event.projectId);
    const run = new FunctionRun(this.parts.runner, pending.id, pending.deferrals);
    return { pending, snapshot, pages: routePages(run, pending, snapshot), before: pending.progress };
  }

  /** Computes the next page of each event; events that have to wait go to `left`. */
  async #next(events: readonly Begun[], left: Left): Promise<Unit[]> {
    const units: Unit[] = [];
    await Promise.all(
      events.map(async ({ pending, snapshot, pages, before }) => {
        const { value: page } = await routeTraced(pending, () => pages.next());
        if (!page) throw new Error("The routing of an event ended without an outcome.");
        const { id, event, deferrals } = pending;
        if (page.kind === "later") {
          const { reason, isSuspended } = page;
          count("hookyard_events_routed_total", { outcome: "deferred" });
          left.later.push({ projectId: event.projectId, id, deferrals, reason, isSuspended });
          return;
        }
        const deliveries = toDeliveryRows(event, page.deliveries, this.parts.dispatch);
        const { status, reason } = page.outcome ?? { status: "Success", reason: null };
        const functionVersions = page.outcome?.functionVersions ?? null;
        const row: EventRow = { id, event, status, reason, functionVersions, isDuplicate: false, deliveries };
        units.push({ pending, snapshot, pages, before, page, row });
      }),
    );
    return units;
  }

  /**
   * Writes pages in transactions of a bounded size; returns those that were written. A group that the database refuses,
   * or that takes too long, is halved, so that one event blocks no other; that one is left for later.
   */
  async #writeAll(units: readonly Unit[], left: Left): Promise<Unit[]> {
    const written: Unit[] = [];
    const write = async (part: readonly Unit[]) => {
      if (await this.#writeGroup(part)) written.push(...part);
      else left.back.push(...part.map(({ pending: { id } }) => id));
    };
    const putOffAlone = async ({ pending: { id, event, deferrals } }: Unit, error: unknown) => {
      const { projectId } = event;
      this.parts.log.error({ err: error, project: projectId, event: id }, "an event could not be routed; trying again");
      const reason = `Its deliveries could not be written: ${(error as Error).message}.`;
      left.later.push({ projectId, id, deferrals, reason, isSuspended: false });
    };
    try {
      for (const group of groupBySize(units)) await writeInHalves(group, write, putOffAlone, mayBeOfOne);
    } finally {
      // Returns the places of units whose turn never came; all others have none left to return.
      unreserve(
        this.parts.dispatch,
        units.filter((unit) => !written.includes(unit)).map(({ row }) => row),
      );
    }
    return written;
  }

  /** Returns the places of a group that was not written. False if nothing was written. */
  async #writeGroup(group: readonly Unit[]): Promise<boolean> {
    const { dispatch, snapshots } = this.parts;
    const rows = group.map(({ row }) => row);
    let committed = false;
    try {
      committed = await this.#write(group);
    } catch (error) {
      dispatch.doubt();
      throw error;
    } finally {
      if (!committed) unreserve(dispatch, rows);
    }
    if (committed) {
      countRouted(group);
      handOver(dispatch, rows);
    }
    // The plan was made by an outdated configuration: it is made again by the present one.
    else for (const id of new Set(rows.map(({ event }) => event.projectId))) snapshots.forget(id);
    return committed;
  }

  /** False if nothing was written: the configuration changed, or some of the events are routed elsewhere by now. */
  async #write(group: readonly Unit[]): Promise<boolean> {
    const { pool, workerId, dispatch } = this.parts;
    const routed = group.map(({ row }) => row);
    await this.#kinds.record(routed);
    return inTransaction(pool, async (client) => {
      const begun = group.flatMap(({ before, page: { progress }, row: { id } }) =>
        progress ? [{ id, before, progress }] : [],
      );
      const leaving = group.flatMap(({ before, page, row: { id } }) => (page.outcome ? [{ id, before }] : []));
      const ended = group.flatMap(({ page }) => page.outcome ?? []);
      const mine = new Set([
        ...(begun.length > 0 ? await noteProgress(client, workerId, begun) : []),
        ...(await leaveInbox(client, workerId, leaving)),
      ]);
      const ask = askClient(client);
      const planned = new Set(group.flatMap(({ snapshot }) => (snapshot ? [snapshot] : [])));
      const recording = toRecording({ rows: [], routed, snapshots: planned, workerId: dispatch.workerId });
      const [recorded] = await ask<{ fresh: boolean }>(RECORD(recording));
      if (!recorded?.fresh || mine.size < group.length) throw new StaleBatch();
      await placeInOrder(ask, findOrdered(routed));
      if (ended.length > 0) await markRouted(ask, ended);
      return true;
    }).catch((error) => {
      if (error instanceof StaleBatch) return false;
      throw error;
    });
  }
}

/** Counts pages that were written; an event is routed with its last one. */
function countRouted(group: readonly Unit[]): void {
  const ended = group.filter(({ page }) => page.outcome !== null).length;
  const deliveries = group.reduce((sum, { row }) => sum + row.deliveries.length, 0);
  if (ended > 0) count("hookyard_events_routed_total", { outcome: "routed" }, ended);
  if (deliveries > 0) count("hookyard_deliveries_created_total", null, deliveries);
}

/** Groups pages in the order of their events, up to as many deliveries as one transaction should write. */
function groupBySize(units: readonly Unit[]): Unit[][] {
  const groups: Unit[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const unit of units) {
    const count = unit.row.deliveries.length;
    if (size + count > PAGE) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(unit);
    size += count;
  }
  return groups;
}

/** Whether the database refused the data, or took too long for it: another event may succeed. */
function mayBeOfOne(error: unknown): boolean {
  return isRefusedData(error) || (error as { code?: string }).code === "57014";
}

/** Rolls back the routing transaction. */
class StaleBatch extends Error {}
