import { joinBytes, jsonArray, plainArray, textArray } from "@/lib/db/array-literal";
import type { InLine } from "@/lib/deliveries/ordering";
import type { Dispatch } from "@/lib/delivery/work";
import { LEASE_SECONDS } from "@/lib/delivery/work";
import { idTimeMs, newId } from "@/lib/ids";
import type { IncomingEvent } from "@/lib/ingest/recorder";
import type { NotDelivered } from "@/lib/routing/not-delivered";
import { readOrderingKey } from "@/lib/routing/ordering-key";
import { destinationOf, type PlannedDelivery } from "@/lib/routing/plan-event";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** An event with all that is known of it before its commit. */
export type EventRow = {
  id: string;
  event: IncomingEvent;
  status: "Pending" | "Success" | "Discarded" | "Failure";
  /** Why nothing is sent, or a function failed for some of its deliveries. */
  reason: NotDelivered | null;
  isDuplicate: boolean;
  deliveries: DeliveryRow[];
};

export type DeliveryRow = Changes & { plan: PlannedDelivery; id: string; leased: boolean };

/** What functions made of an event for one of its deliveries; null where the delivery sends what its event has. */
export type Changes = { payload: Buffer | null; headers: Record<string, string> | null };

/** Gives each planned delivery its id and, where the dispatcher has room, a place in this process. */
export function toDeliveryRows(
  planned: readonly (PlannedDelivery & Partial<Changes>)[],
  dispatch: Dispatch | null,
): DeliveryRow[] {
  return planned.map((plan) => ({
    plan,
    id: newId(),
    leased: plan.kind === "due" && !plan.isMetered && !!dispatch?.reserve(plan.laneId),
    payload: plan.payload ?? null,
    headers: plan.headers ?? null,
  }));
}

/**
 * One round trip and one transaction for a batch: events, deliveries, queue rows and counters. Writes nothing and
 * answers `fresh: false` when a project's configuration is newer than the snapshot that planned the batch.
 */
export const RECORD_EVENTS = `
with guard as (
  select not exists (
    select 1 from unnest($1::uuid[], $2::bigint[]) as seen(id, version)
    where (select config_version from projects where id = seen.id and deleted_at is null) is distinct from seen.version
  ) as fresh
), new_events as (
  insert into events (project_id, id, source_id, event_type, status, status_reason, status_code, idempotency_key,
    is_duplicate_event, target, endpoints, headers, url_query_params, path, payload, acknowledged_at, created_at, updated_at)
  select e.project_id, e.id, e.source_id, e.event_type, e.status, e.reason, e.code, e.key, e.duplicate, e.target::jsonb,
    e.endpoints::uuid[], e.headers::json, e.query, e.path, substring($16::bytea from e.start for e.length), now(),
    to_timestamp(e.created), to_timestamp(e.created)
  from guard, unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[],
    $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $17::int[], $18::int[], $19::float8[],
    $60::text[]) as e(project_id, id, source_id, event_type, status, reason, key, duplicate, target, endpoints, headers,
      query, path, start, length, created, code)
  where guard.fresh
), new_deliveries as (
  insert into event_deliveries (project_id, id, event_id, endpoint_id, device_id, subscription_id, event_type, idempotency_key, status,
    dead, description, url_query_params, headers, payload, strategy, interval_seconds, max_retry_seconds, retry_limit, next_send_time,
    acknowledged_at, created_at, updated_at)
  select d.project_id, d.id, d.event_id, d.endpoint_id, d.device_id, d.subscription_id, d.event_type, d.key, d.status,
    nullif(d.status, 'Scheduled'), d.description, d.query, d.headers::json, substring($54::bytea from d.start for d.length), d.strategy, d.interval, d.max_retry, d.retry_limit,
    case when d.status = 'Scheduled' then to_timestamp(d.created) end, now(), to_timestamp(d.created), to_timestamp(d.created)
  from guard, unnest($20::uuid[], $21::uuid[], $22::uuid[], $23::uuid[], $24::uuid[], $25::text[], $26::text[], $27::text[],
    $28::text[], $29::text[], $30::text[], $31::int[], $32::int[], $33::int[], $34::float8[], $55::text[], $56::int[], $57::int[], $58::uuid[])
    as d(project_id, id, event_id, endpoint_id, subscription_id, event_type, key, status, description, query, strategy,
         interval, max_retry, retry_limit, created, headers, start, length, device_id)
  where guard.fresh
), queued as (
  insert into delivery_queue (project_id, delivery_id, kind, lane_id, endpoint_id, event_id, due_at, lease)
  select q.project_id, q.id, 'delivery', q.lane_id, q.endpoint_id, q.event_id,
    case when q.leased then now() + interval '${LEASE_SECONDS} seconds' else now() end,
    case when q.leased then $40::uuid end
  from guard, unnest($35::uuid[], $36::uuid[], $37::uuid[], $38::uuid[], $39::boolean[], $46::uuid[])
    as q(project_id, id, lane_id, event_id, leased, endpoint_id)
  where guard.fresh
), inbox as (
  insert into routing_queue (project_id, event_id, due_at)
  select i.project_id, i.id, now() from guard, unnest($41::uuid[], $42::uuid[]) as i(project_id, id) where guard.fresh
), counted as (
  insert into endpoint_stat_deltas (project_id, endpoint_id, hour, deliveries, discarded)
  select c.project_id, c.endpoint_id, to_timestamp(c.hour), c.deliveries, c.discarded
  from guard, unnest($43::uuid[], $44::uuid[], $45::int[], $47::int[], $48::float8[])
    as c(project_id, endpoint_id, deliveries, discarded, hour) where guard.fresh
), counted_events as (
  insert into event_stat_deltas (project_id, hour, accepted, duplicates, discarded, failed)
  select c.project_id, to_timestamp(c.hour), c.accepted, c.duplicates, c.discarded, c.failed
  from guard, unnest($49::uuid[], $50::float8[], $51::int[], $52::int[], $53::int[], $59::int[])
    as c(project_id, hour, accepted, duplicates, discarded, failed) where guard.fresh
)
select fresh from guard`;

/**
 * The parameters of `RECORD_EVENTS`, in its order. `rows` are new events with their deliveries; `routed` are events
 * that are in the store already and get only deliveries.
 */
export function recordEventsValues(
  rows: readonly EventRow[],
  snapshots: readonly ProjectSnapshot[],
  workerId: string | null,
  routed: readonly EventRow[] = [],
): unknown[] {
  const events = rows.map((row) => row.event);
  const payloads = joinBytes(events.map((event) => event.payload));
  const deliveries = [...rows, ...routed].flatMap((row) => row.deliveries.map((delivery) => ({ row, delivery })));
  const queued = deliveries.filter(({ delivery }) => delivery.plan.kind !== "discarded");
  const inbox = rows.filter((row) => row.status === "Pending");
  const changed = joinBytes(deliveries.map(({ delivery }) => delivery.payload));
  const counts = countByEndpoint(deliveries);
  const eventCounts = countByProject(rows);
  return [
    plainArray(snapshots.map((snapshot) => snapshot.id)),
    plainArray(snapshots.map((snapshot) => snapshot.version)),
    plainArray(events.map((event) => event.projectId)),
    plainArray(rows.map((row) => row.id)),
    plainArray(events.map((event) => event.sourceId)),
    textArray(events.map((event) => event.eventType)),
    plainArray(rows.map((row) => row.status)),
    textArray(rows.map((row) => row.reason?.message ?? null)),
    textArray(events.map((event) => event.idempotencyKey)),
    plainArray(rows.map((row) => row.isDuplicate)),
    jsonArray(events.map((event) => event.target)),
    textArray(rows.map((row) => plainArray([...new Set(row.deliveries.flatMap(({ plan }) => plan.endpointId ?? []))]))),
    jsonArray(events.map((event) => event.headers)),
    textArray(events.map((event) => event.urlQueryParams)),
    textArray(events.map((event) => event.path)),
    payloads.bytes,
    payloads.offsets,
    payloads.lengths,
    plainArray(rows.map((row) => idTimeMs(row.id) / 1000)),
    plainArray(deliveries.map(({ row }) => row.event.projectId)),
    plainArray(deliveries.map(({ delivery }) => delivery.id)),
    plainArray(deliveries.map(({ row }) => row.id)),
    plainArray(deliveries.map(({ delivery }) => delivery.plan.endpointId)),
    plainArray(deliveries.map(({ delivery }) => delivery.plan.subscriptionId)),
    textArray(deliveries.map(({ row }) => row.event.eventType)),
    textArray(deliveries.map(({ row }) => row.event.idempotencyKey)),
    plainArray(deliveries.map(({ delivery }) => (delivery.plan.kind === "discarded" ? "Discarded" : "Scheduled"))),
    textArray(deliveries.map(({ delivery }) => delivery.plan.description)),
    textArray(deliveries.map(({ row }) => row.event.urlQueryParams)),
    plainArray(deliveries.map(({ delivery }) => delivery.plan.retry.strategy)),
    plainArray(deliveries.map(({ delivery }) => delivery.plan.retry.intervalSeconds)),
    plainArray(deliveries.map(({ delivery }) => delivery.plan.retry.maxRetrySeconds)),
    plainArray(deliveries.map(({ delivery }) => delivery.plan.retry.retryLimit)),
    plainArray(deliveries.map(({ delivery }) => idTimeMs(delivery.id) / 1000)),
    plainArray(queued.map(({ row }) => row.event.projectId)),
    plainArray(queued.map(({ delivery }) => delivery.id)),
    plainArray(queued.map(({ delivery }) => delivery.plan.laneId)),
    plainArray(queued.map(({ row }) => row.id)),
    plainArray(queued.map(({ delivery }) => delivery.leased)),
    workerId,
    plainArray(inbox.map((row) => row.event.projectId)),
    plainArray(inbox.map((row) => row.id)),
    plainArray(counts.map((count) => count.projectId)),
    plainArray(counts.map((count) => count.endpointId)),
    plainArray(counts.map((count) => count.deliveries)),
    plainArray(queued.map(({ delivery }) => destinationOf(delivery.plan))),
    plainArray(counts.map((count) => count.discarded)),
    plainArray(counts.map((count) => count.hour)),
    plainArray(eventCounts.map((count) => count.projectId)),
    plainArray(eventCounts.map((count) => count.hour)),
    plainArray(eventCounts.map((count) => count.accepted)),
    plainArray(eventCounts.map((count) => count.duplicates)),
    plainArray(eventCounts.map((count) => count.discarded)),
    changed.bytes,
    jsonArray(deliveries.map(({ delivery: { headers } }) => headers)),
    changed.offsets,
    changed.lengths,
    plainArray(deliveries.map(({ delivery }) => delivery.plan.deviceId)),
    plainArray(eventCounts.map((count) => count.failed)),
    plainArray(rows.map((row) => row.reason?.code ?? null)),
  ];
}

/** The hour of a made thing, in seconds since 1970: outcomes are counted in the hour in which a delivery was made. */
function hourOf(id: string): number {
  return Math.floor(idTimeMs(id) / 3_600_000) * 3_600;
}

function countByEndpoint(deliveries: readonly { row: EventRow; delivery: DeliveryRow }[]) {
  return sumBy(deliveries, ({ row, delivery: { id, plan } }) => {
    const hour = hourOf(id);
    const endpointId = destinationOf(plan);
    const count = { projectId: row.event.projectId, endpointId, hour, deliveries: 0, discarded: 0 };
    return [`${endpointId} ${hour}`, count, { deliveries: 1, discarded: plan.kind === "discarded" ? 1 : 0 }];
  });
}

function countByProject(rows: readonly EventRow[]) {
  return sumBy(rows, ({ id, event, isDuplicate, status }) => {
    const hour = hourOf(id);
    const count = { projectId: event.projectId, hour, accepted: 0, duplicates: 0, discarded: 0, failed: 0 };
    const isDiscarded = status === "Discarded" && !isDuplicate;
    return [
      `${event.projectId} ${hour}`,
      count,
      {
        accepted: 1,
        duplicates: Number(isDuplicate),
        discarded: Number(isDiscarded),
        failed: Number(status === "Failure"),
      },
    ];
  });
}

/** Adds up the numbers of items that have the same name; the first of each brings the count that starts at zero. */
function sumBy<T, N extends string, C extends Record<N, number>>(
  items: readonly T[],
  countOf: (item: T) => [name: string, zero: C, add: Record<N, number>],
): C[] {
  const counts = new Map<string, C>();
  for (const item of items) {
    const [name, zero, add] = countOf(item);
    const count: Record<N, number> = counts.get(name) ?? zero;
    for (const part in add) count[part] += add[part];
    counts.set(name, count as C);
  }
  return [...counts.values()];
}

/** The deliveries of these rows that go in order, in the order of the rows. */
export function findOrdered(rows: readonly EventRow[]): InLine[] {
  const ordered: InLine[] = [];
  for (const { event, deliveries } of rows) {
    for (const { id, payload, plan } of deliveries) {
      const { orderingPath, kind, endpointId } = plan;
      if (orderingPath === null || endpointId === null || kind === "discarded") continue;
      const key = readOrderingKey(orderingPath, payload ?? event.payload, event.headers["content-type"]);
      if (key !== null) ordered.push({ projectId: event.projectId, deliveryId: id, endpointId, key });
    }
  }
  return ordered;
}
