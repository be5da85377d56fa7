import { CompiledQuery } from "kysely";
import type pg from "pg";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { askTransaction, type InLine, leaveLines, lockLines } from "@/lib/deliveries/ordering";
import type { Breaker } from "@/lib/delivery/breaker";
import { disableGoneEndpoint } from "@/lib/delivery/disable-endpoint";
import { raiseAlerts } from "@/lib/delivery/raise-alerts";
import { type AttemptResult, toState } from "@/lib/delivery/result";
import { SETTLE_DELIVERIES, settleDeliveriesValues } from "@/lib/delivery/settle-deliveries";
import { settleMetaEvents } from "@/lib/delivery/settle-meta-events";
import type { SettleBatch } from "@/lib/delivery/settler";
import { tellTries } from "@/lib/delivery/tell-tries";
import type { Logger } from "@/lib/log";
import { type MetaEventItem, recordMetaEvents, wantsMetaEvent } from "@/lib/meta-events/record";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";
import type { MetaEventType } from "@/lib/vocabulary";

/** Without a breaker no endpoint's state changes by these results. */
type Parts = {
  db: Database;
  pool: pg.Pool;
  snapshots: SnapshotCache;
  clock: Clock;
  log: Logger;
  breaker: Breaker | null;
  onFreed(): void;
};

/** Settles a batch of results: deliveries with the meta events that tell of them, meta events, endpoints that are gone. */
export function createSettleBatch(parts: Parts, workerId: string): SettleBatch {
  return async (results, insist) => {
    const metaEvents = results.filter(({ work }) => work.kind === "meta_event");
    const deliveries = results.filter(({ work }) => work.kind === "delivery");
    const [told, untold] = await insist(() => splitByMetaEvents(parts.snapshots, deliveries));
    if (metaEvents.length > 0) await insist(() => settleMetaEvents(parts.pool, workerId, metaEvents));
    if (untold.length > 0) await insist(() => settleUntold(parts.pool, workerId, untold));
    if (told.length > 0) await insist(() => settleTold(parts, workerId, told));
    tellTries(parts.log, results);
    await raiseAlerts(parts, deliveries, insist);
    if (parts.breaker === null) return;
    await parts.breaker.note(deliveries, insist);
    for (const result of deliveries) {
      const isGone = result.outcome.kind === "failure" && result.outcome.gone;
      if (isGone) await insist(() => disableGoneEndpoint(parts, result));
    }
  };
}

type Told = { result: AttemptResult; snapshot: ProjectSnapshot; type: MetaEventType | null };

/** Which results take more than a statement: a meta event tells of them, or others wait in line behind them. */
async function splitByMetaEvents(
  snapshots: SnapshotCache,
  results: readonly AttemptResult[],
): Promise<[Told[], AttemptResult[]]> {
  const told: Told[] = [];
  const untold: AttemptResult[] = [];
  for (const result of results) {
    const { projectId } = result.work;
    const snapshot = snapshots.peek(projectId) ?? (await snapshots.get(projectId));
    const type = toState(result).status === "Success" ? "eventdelivery.success" : "eventdelivery.failed";
    const isFinal = result.outcome.kind !== "retry";
    const isTold = isFinal && snapshot && wantsMetaEvent(snapshot.settings, type);
    if (snapshot && (isTold || lineOf(result))) told.push({ result, snapshot, type: isTold ? type : null });
    else untold.push(result);
  }
  return [told, untold];
}

async function settleUntold(pool: pg.Pool, workerId: string, results: readonly AttemptResult[]): Promise<void> {
  const values = settleDeliveriesValues(workerId, results);
  await pool.query({ name: "settle_deliveries", text: SETTLE_DELIVERIES, values });
}

/** The state of the deliveries and the meta events that tell it are written in one transaction. */
async function settleTold(parts: Parts, workerId: string, told: readonly Told[]): Promise<void> {
  const results = told.map(({ result }) => result);
  const freed = await parts.db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    await lockLines(
      ask,
      results.flatMap((result) => lineOf(result) ?? []),
    );
    const query = CompiledQuery.raw(SETTLE_DELIVERIES, settleDeliveriesValues(workerId, results));
    const { rows } = await trx.executeQuery<{ place: number }>(query);
    const settled = rows.map((row) => told[row.place] as Told);
    for (const snapshot of new Set(settled.map((item) => item.snapshot))) {
      const items = settled
        .filter((item) => item.snapshot === snapshot)
        .flatMap(({ result, type }): MetaEventItem[] => (type ? [{ type, data: toMetaEventData(result) }] : []));
      await recordMetaEvents(trx, snapshot, parts.clock.now(), items);
    }
    return leaveLines(
      ask,
      settled.flatMap(({ result, snapshot }) => (letsOthersPass(result, snapshot) ? (lineOf(result) ?? []) : [])),
    );
  });
  if (freed > 0) parts.onFreed();
}

function lineOf({ work }: AttemptResult): InLine | null {
  const { projectId, deliveryId, endpointId, orderingKey } = work;
  return orderingKey === undefined ? null : { projectId, deliveryId, endpointId, key: orderingKey };
}

/** By the endpoint's present policy: a head that failed for good holds its line up, unless others may pass it. */
function letsOthersPass({ work, outcome }: AttemptResult, snapshot: ProjectSnapshot): boolean {
  const ordering = snapshot.endpoints.get(work.endpointId)?.ordering ?? null;
  if (outcome.kind === "success") return true;
  const skipAfter = ordering === null ? 1 : ordering.skipAfter;
  if (skipAfter === null) return false;
  return outcome.kind === "failure" || work.numTrials - work.budgetFrom + 1 >= skipAfter;
}

function toMetaEventData(result: AttemptResult) {
  const { work, sent, url } = result;
  const { status, description } = toState(result);
  return {
    uid: work.deliveryId,
    project_id: work.projectId,
    event_id: work.eventId,
    endpoint_id: work.deviceId ? null : work.endpointId,
    device_id: work.deviceId ?? null,
    event_type: work.eventType,
    status,
    description,
    num_trials: work.numTrials + 1,
    url,
    response_status: sent.status,
    error: sent.error?.message ?? null,
    created_at: new Date(work.createdAt).toISOString(),
  };
}
