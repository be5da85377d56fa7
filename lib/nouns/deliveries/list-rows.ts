import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { DB, EventDeliveries } from "@/lib/db/generated";
import { allOf, amongIds, withinDates } from "@/lib/db/id-range";
import { readInWindows, type Window, withinWindow } from "@/lib/db/id-windows";
import { type Slice, sliceOrder, withinSlice } from "@/lib/db/keyset";
import { amongTexts, matchesPattern } from "@/lib/db/text-match";
import { distinct } from "@/lib/kernel/distinct";
import { idTime, isId } from "@/lib/kernel/ids";
import { DELIVERY_STATUSES, type DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { findSuccess } from "@/lib/nouns/deliveries/find-success";

import { findKnownDays } from "@/lib/nouns/kinds/find-days";

/** A delivery without the columns that may be large. */
export type DeliveryRow = Omit<Selectable<EventDeliveries>, "headers" | "payload" | "dead" | "ordering_key">;

const COLUMNS = sql.raw(
  [
    "project_id id event_id endpoint_id device_id subscription_id event_type idempotency_key description",
    "url_query_params strategy interval_seconds max_retry_seconds retry_limit num_trials next_send_time",
    "latency_seconds acknowledged_at created_at updated_at",
  ]
    .join(" ")
    .split(" ")
    .map((column) => `d.${column}`)
    .join(", "),
);

/** A leased row of the queue is being sent; an expired lease is a dead worker's. */
const IS_LEASED = sql.raw("(q.lease is not null and q.due_at > now())");

/** One lookup per shown row. An `exists` would be planned as one reading of all leased rows. */
const SHOWN_STATUS = sql`case when d.status in ('Scheduled', 'Retry') and (
  select ${IS_LEASED} from delivery_queue q where q.project_id = d.project_id and q.delivery_id = d.id
) then 'Processing' else d.status end`;

export async function findDeliveryRow(db: Kysely<DB>, projectId: string, id: string): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status from event_deliveries d
    where d.project_id = ${projectId} and d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Finds the rows of these deliveries, in no order; a deleted one is absent. */
export async function findDeliveryRows(
  db: Kysely<DB>,
  projectId: string,
  ids: readonly string[],
): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DeliveryRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status from event_deliveries d
    where d.project_id = ${projectId} and ${amongIds("d.id", ids)}`.execute(db);
  return rows;
}

/** A delivery is younger than its event, except for the clocks of two copies. */
const CLOCK_SKEW_MS = 3_600_000;

/** Reads the deliveries of a query, slice by slice. */
export function readDeliveryRows(
  db: Kysely<DB>,
  projectId: string,
  query: DeliveryFilter,
): (slice: Slice) => Promise<DeliveryRow[]> {
  const { eventId } = query;
  const notBefore = eventId && isId(eventId) ? new Date(idTime(eventId).getTime() - CLOCK_SKEW_MS) : undefined;
  const known = Promise.all([findKnownDays(db, projectId, query), findSuccess(db, projectId, query)]);
  return async (slice) => {
    const [{ isEmpty, typesIn }, hasSuccess] = await known;
    return readInWindows(db, {
      slice,
      bounds: { ...query, notBefore },
      isEmpty,
      read: (window, limit) =>
        readWindow(db, {
          projectId,
          query,
          slice: { ...slice, limit },
          window,
          types: typesIn(window),
          hasSuccess: hasSuccess(window),
        }),
    });
  };
}

type Asked = {
  projectId: string;
  query: DeliveryFilter;
  slice: Slice;
  window: Window;
  /** All possible event types; null if they are not known. */
  types: string[] | null;
  hasSuccess: boolean;
};

/**
 * No index contains `status`. Most deliveries succeed, so Success is found by scanning, together with any other status
 * that is wanted. Without Success each status is read from where it is marked: the unfinished deliveries are those of
 * the queue, the dead ones have an index of their own.
 */
async function readWindow(db: Kysely<DB>, asked: Asked): Promise<DeliveryRow[]> {
  const branches = toBranches(asked);
  const [only] = branches;
  if (!only) return [];
  const { slice } = asked;
  const order = sql.raw(sliceOrder(slice));
  const all =
    branches.length === 1
      ? only
      : sql<DeliveryRow>`select * from (${sql.join(
          branches.map((branch) => sql`(${branch})`),
          sql` union all `,
        )}) branches order by id ${order} limit ${slice.limit}`;
  return (await all.execute(db)).rows;
}

function toBranches(asked: Asked): RawBuilder<DeliveryRow>[] {
  const { query } = asked;
  const wanted = new Set(query.status);
  if (wanted.size === 0 || wanted.size === DELIVERY_STATUSES.length) return [selectRows(asked, sql<boolean>`true`)];
  if (wanted.has("Success") && asked.hasSuccess) return [selectRows(asked, isShownAs(wanted))];

  const branches: RawBuilder<DeliveryRow>[] = [];
  for (const dead of ["Failure", "Discarded"] as const) {
    if (wanted.has(dead)) branches.push(selectRows(asked, sql<boolean>`d.dead = ${dead}`, { isMarked: true }));
  }
  const unfinished = (["Scheduled", "Processing", "Retry"] as const).filter((status) => wanted.has(status));
  if (unfinished.length > 0) branches.push(selectQueued(asked, unfinished));
  return branches;
}

/** Up to this many endpoints each get their own walk down the index; a longer list is filtered while scanning. */
const MAX_WALKS = 20;

/** An index orders the deliveries of one endpoint, but not those of several: these are merged. */
function selectRows(asked: Asked, condition: RawBuilder<boolean>, { isMarked = false } = {}): RawBuilder<DeliveryRow> {
  const { projectId, query, slice } = asked;
  const end = sql`order by d.id ${sql.raw(sliceOrder(slice))} limit ${slice.limit}`;
  const select = (filters: RawBuilder<boolean>) => sql<DeliveryRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status from event_deliveries d
    where d.project_id = ${projectId} and ${condition} and ${filters} ${end}`;
  if (query.incidentId && !isMarked) return selectOfIncident(asked, query.incidentId, condition);
  const endpointIds = distinct(query.endpointId);
  const isNarrow = query.eventId !== undefined || query.idempotencyKey !== undefined;
  if (endpointIds.length < 2 || endpointIds.length > MAX_WALKS || isNarrow) return select(toFilters(asked));
  const others = toFilters({ ...asked, query: { ...query, endpointId: [] } });
  return sql<DeliveryRow>`
    select d.* from unnest(${endpointIds}::uuid[]) as wanted(endpoint_id)
    cross join lateral (${select(sql<boolean>`(d.endpoint_id = wanted.endpoint_id and ${others})`)}) d ${end}`;
}

/** Reads in the order of the incident's own list, one lookup per row until the slice is full. */
function selectOfIncident(asked: Asked, incidentId: string, condition: RawBuilder<boolean>): RawBuilder<DeliveryRow> {
  const { projectId, query, slice, window } = asked;
  const order = sql.raw(sliceOrder(slice));
  const filters = toFilters({ ...asked, query: { ...query, incidentId: undefined } });
  const inIncident = [withinSlice("i.delivery_id", slice), withinWindow("i.delivery_id", window)];
  return sql<DeliveryRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status
    from incident_deliveries i
    cross join lateral (
      select * from event_deliveries d
      where d.project_id = i.project_id and d.id = i.delivery_id and ${withinWindow("d.id", window)} offset 0
    ) d
    where i.project_id = ${projectId} and i.incident_id = ${incidentId} and ${allOf(inIncident)}
      and ${condition} and ${filters}
    order by i.delivery_id ${order} limit ${slice.limit}`;
}

/** One lookup per row. An `exists` would be planned as one reading of all deliveries of the incident. */
function isOfIncident(incidentId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    select true from incident_deliveries i
    where i.project_id = d.project_id and i.incident_id = ${incidentId} and i.delivery_id = d.id
  )`;
}

/** Whether a row is shown with one of these statuses; asks the queue only if the stored status does not decide. */
function isShownAs(wanted: ReadonlySet<DeliveryStatus>): RawBuilder<boolean> {
  const told: DeliveryStatus[] = (["Success", "Failure", "Discarded"] as const).filter((status) => wanted.has(status));
  const asked: DeliveryStatus[] = [];
  for (const status of ["Scheduled", "Retry"] as const) {
    if (wanted.has(status) && wanted.has("Processing")) told.push(status);
    else if (wanted.has(status) || wanted.has("Processing")) asked.push(status);
  }
  const isTold = sql<boolean>`d.status = any(${told}::text[])`;
  if (asked.length === 0) return isTold;
  return sql<boolean>`(${isTold} or (d.status = any(${asked}::text[]) and ${SHOWN_STATUS} = any(${[...wanted]}::text[])))`;
}

/**
 * Reads from the queue in the order of its key, one lookup per row until the slice is full. `offset 0` keeps the query
 * planner from joining the queue with every partition instead.
 */
function selectQueued(asked: Asked, unfinished: readonly DeliveryStatus[]): RawBuilder<DeliveryRow> {
  const { projectId, query, slice, window } = asked;
  const status = sql`case when ${IS_LEASED} then 'Processing' else d.status end`;
  const inQueue = [
    withinSlice("q.delivery_id", slice),
    withinDates("q.delivery_id", query),
    withinWindow("q.delivery_id", window),
  ];
  if (query.endpointId.length > 0) inQueue.push(sql<boolean>`q.destination_id = any(${query.endpointId}::uuid[])`);
  if (query.deviceId.length > 0) inQueue.push(sql<boolean>`q.destination_id = any(${query.deviceId}::uuid[])`);
  if (!unfinished.includes("Processing")) inQueue.push(sql<boolean>`not ${IS_LEASED}`);
  else if (unfinished.length === 1) inQueue.push(sql<boolean>`${IS_LEASED}`);
  return sql<DeliveryRow>`
    select ${COLUMNS}, ${status} as status
    from delivery_queue q
    cross join lateral (
      select * from event_deliveries d
      where d.project_id = q.project_id and d.id = q.delivery_id and ${withinWindow("d.id", window)} offset 0
    ) d
    where q.project_id = ${projectId} and q.kind = 'delivery' and ${allOf(inQueue)}
      and ${status} = any(${unfinished}::text[]) and ${toFilters(asked)}
    order by q.delivery_id ${sql.raw(sliceOrder(slice))} limit ${slice.limit}`;
}

function toFilters({ query, slice, window, types }: Asked): RawBuilder<boolean> {
  const { endpointId, deviceId, eventId, idempotencyKey, subscriptionId, incidentId } = query;
  const filters = [withinSlice("d.id", slice), withinDates("d.id", query), withinWindow("d.id", window)];
  if (endpointId.length > 0) filters.push(sql<boolean>`d.endpoint_id = any(${endpointId}::uuid[])`);
  if (deviceId.length > 0) filters.push(sql<boolean>`d.device_id = any(${deviceId}::uuid[])`);
  if (eventId) filters.push(sql<boolean>`d.event_id = ${eventId}`);
  if (subscriptionId) filters.push(sql<boolean>`d.subscription_id = ${subscriptionId}`);
  if (incidentId) filters.push(isOfIncident(incidentId));
  if (idempotencyKey) filters.push(sql<boolean>`d.idempotency_key = ${idempotencyKey}`);
  return allOf([...filters, ...ofType(query, types)]);
}

function ofType({ event_type }: DeliveryFilter, types: Asked["types"]): RawBuilder<boolean>[] {
  if (!event_type) return [];
  const matches = matchesPattern("d.event_type", event_type);
  return event_type.endsWith("*") && types ? [matches, amongTexts("d.event_type", types)] : [matches];
}
