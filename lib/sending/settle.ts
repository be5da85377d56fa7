import type { Transaction } from "kysely";
import type pg from "pg";
import { askTransaction } from "@/lib/db/ask";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import { writeInHalves } from "@/lib/db/in-halves";
import type { Clock } from "@/lib/kernel/clock";
import type { Logger } from "@/lib/kernel/log";
import type { MetaEventType } from "@/lib/kernel/vocabulary";
import { type MetaEventItem, recordMetaEvents, wantsMetaEvent } from "@/lib/nouns/announcements/record-meta-events";
import { deviceIdOf, endpointIdOf } from "@/lib/queue/destination";
import type { Lane } from "@/lib/queue/due-lanes";
import { SETTLE, SETTLE_META_EVENTS, type Settlement, settleInOrder } from "@/lib/queue/settle";
import { changeOfWaiting } from "@/lib/queue/transition";
import { orderOf } from "@/lib/queue/work";
import type { Breaker } from "@/lib/sending/breaker";
import { countAttempts } from "@/lib/sending/count-attempts";
import { disableGoneEndpoint } from "@/lib/sending/disable-endpoint";
import { findWatched, raiseAlerts } from "@/lib/sending/raise-alerts";
import { type AttemptResult, toSettlement } from "@/lib/sending/result";
import type { Insist, SettleBatch } from "@/lib/sending/settler";
import { tellTries } from "@/lib/sending/tell-attempts";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** Without a breaker these results change no endpoint's state. */
type Parts = {
  db: Database;
  pool: pg.Pool;
  snapshots: SnapshotCache;
  clock: Clock;
  log: Logger;
  breaker: Breaker | null;
  /** Marks lanes that have work now, or after a delay. */
  onDue(lanes: Iterable<Lane>, delayMs?: number): void;
};

/** Settles a batch of results: deliveries with their meta events, meta events, endpoints that are gone. */
export function createSettleBatch(parts: Parts, workerId: string): SettleBatch {
  return async (results, insist) => {
    const metaEvents = results.filter(({ work }) => work.destination.kind === "meta");
    const deliveries = results.filter(({ work }) => work.destination.kind !== "meta");
    const [told, untold] = await insist(() => splitByMetaEvents(parts.snapshots, deliveries));
    const settleBy =
      (statement: typeof SETTLE) =>
      async (settlements: readonly Settlement[]): Promise<void> => {
        await parts.pool.query(statement({ workerId, settlements }));
      };
    await insist(() => settleStorable(metaEvents.map(toSettlement), settleBy(SETTLE_META_EVENTS)));
    await insist(() => settleStorable(untold.map(toSettlement), settleBy(SETTLE)));
    await insist(() => settleTold(parts, workerId, told));
    for (const { work, outcome } of results) if (outcome.kind === "retry") parts.onDue([work], outcome.delayMs);
    tellTries(parts.log, results);
    countAttempts(results, parts.clock);
    await noteFailures(parts, deliveries, insist);
    if (parts.breaker === null) return;
    for (const result of deliveries) {
      const isGone = result.outcome.kind === "failure" && result.outcome.gone;
      if (isGone) await insist(() => disableGoneEndpoint(parts, result));
    }
  };
}

/**
 * Writes the alerts and the breaker's counts of a batch in one transaction, however many subscriptions and endpoints it
 * covers.
 */
async function noteFailures(parts: Parts, deliveries: readonly AttemptResult[], insist: Insist): Promise<void> {
  const watched = await insist(() => findWatched(parts.snapshots, deliveries));
  const raise = watched.length === 0 ? null : (trx: Transaction<DB>) => raiseAlerts(trx, parts, watched);
  if (parts.breaker) await parts.breaker.note(deliveries, insist, raise);
  else if (raise) await insist(() => parts.db.transaction().execute(raise));
}

type Told = { result: AttemptResult; snapshot: ProjectSnapshot; type: MetaEventType | null };

/**
 * Separates the results that take more than one statement: those with a meta event, or with others behind them in a
 * sequence.
 */
async function splitByMetaEvents(
  snapshots: SnapshotCache,
  results: readonly AttemptResult[],
): Promise<[Told[], AttemptResult[]]> {
  const told: Told[] = [];
  const untold: AttemptResult[] = [];
  for (const result of results) {
    const { projectId } = result.work;
    const snapshot = snapshots.peek(projectId) ?? (await snapshots.get(projectId));
    const type = result.outcome.kind === "success" ? "eventdelivery.success" : "eventdelivery.failed";
    const isFinal = result.outcome.kind !== "retry";
    const isTold = isFinal && snapshot && wantsMetaEvent(snapshot.settings, type);
    if (snapshot && (isTold || orderOf(result.work))) told.push({ result, snapshot, type: isTold ? type : null });
    else untold.push(result);
  }
  return [told, untold];
}

/** Leaves out the part of an answer that the database refuses: the attempt was made, and its delivery has to go on. */
async function settleStorable<T extends Settlement>(
  settlements: readonly T[],
  settle: (part: readonly T[]) => Promise<void>,
): Promise<void> {
  await writeInHalves(settlements, settle, (one, error) => settle([withoutAnswer(one, error)]));
}

function withoutAnswer<T extends Settlement>(settlement: T, error: unknown): T {
  const description = `${settlement.description} The answer could not be stored: ${(error as Error).message}.`;
  const attempt = { ...settlement.attempt, requestHeaders: {}, responseHeaders: {}, body: Buffer.alloc(0) };
  return { ...settlement, description, attempt };
}

async function settleTold(parts: Parts, workerId: string, told: readonly Told[]): Promise<void> {
  const settlements = told.map((one) => ({ ...toOrderedSettlement(one), told: one }));
  await settleStorable(settlements, (part) => settleTogether(parts, workerId, part));
}

type ToldSettlement = Settlement & { readonly told: Told };

/** Writes the states of deliveries and their meta events in one transaction. */
async function settleTogether(parts: Parts, workerId: string, settlements: readonly ToldSettlement[]): Promise<void> {
  const freed = await parts.db.transaction().execute(async (trx) => {
    const { places, freed } = await settleInOrder(askTransaction(trx), { workerId, settlements });
    const settled = places.map((place) => (settlements[place] as ToldSettlement).told);
    for (const snapshot of new Set(settled.map((item) => item.snapshot))) {
      const items = settled
        .filter((item) => item.snapshot === snapshot)
        .flatMap(({ result, type }): MetaEventItem[] => (type ? [{ type, data: toMetaEventData(result) }] : []));
      await recordMetaEvents(trx, snapshot, parts.clock.now(), items);
    }
    return freed;
  });
  parts.onDue(freed);
}

function toOrderedSettlement({ result, snapshot }: Told): Settlement {
  const place = orderOf(result.work);
  const order = place && { place, mayBePassed: mayBePassed(result, snapshot.endpoints.get(place.endpointId)) };
  return { ...toSettlement(result), order };
}

/** By the endpoint's present policy: a head that failed for good blocks its sequence, unless others may pass it. */
function mayBePassed({ work, outcome }: AttemptResult, endpoint: EndpointConfig | undefined): boolean {
  const skipAfter = endpoint?.ordering ? endpoint.ordering.skipAfter : 1;
  if (skipAfter === null) return false;
  return outcome.kind === "failure" || work.numTrials - work.budgetFrom + 1 >= skipAfter;
}

function toMetaEventData(result: AttemptResult) {
  const { work, sent, url } = result;
  const { cause, description, number } = toSettlement(result);
  return {
    uid: work.deliveryId,
    project_id: work.projectId,
    event_id: work.eventId,
    endpoint_id: endpointIdOf(work.destination),
    device_id: deviceIdOf(work.destination),
    event_type: work.eventType,
    status: changeOfWaiting(cause).status,
    description,
    num_trials: number,
    url,
    response_status: sent.status,
    error: sent.error?.message ?? null,
    created_at: new Date(work.createdAt).toISOString(),
  };
}
