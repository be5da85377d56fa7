import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { DB, EventDeliveries } from "@/lib/db/generated";
import { allOf, amongIds, withinDates } from "@/lib/db/id-range";
import { readInWindows, type Window, withinWindow } from "@/lib/db/id-windows";
import { type Slice, sliceOrder, withinSlice } from "@/lib/db/keyset";
import type { Day } from "@/lib/kernel/day";
import { distinct } from "@/lib/kernel/distinct";
import { idTime, isId } from "@/lib/kernel/ids";
import { DELIVERY_STATUSES, type DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { withOwned } from "@/lib/nouns/deliveries/find-owned";
import { findSuccess } from "@/lib/nouns/deliveries/find-success";
import { type Asked, IS_LEASED, isShownAs, SHOWN_STATUS, toFilters } from "@/lib/nouns/deliveries/list-conditions";
import { findTrait, type TraitColumn } from "@/lib/nouns/deliveries/traits";
import { findKnownDays } from "@/lib/nouns/kinds/find-days";
import { findSubscriptions } from "@/lib/nouns/kinds/find-subscriptions";

/** A delivery without the columns that may be large. */
export type DeliveryRow = Omit<
  Selectable<EventDeliveries>,
  "headers" | "payload" | "dead" | "ordering_key" | TraitColumn
>;

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
  given: DeliveryFilter,
): (slice: Slice) => Promise<DeliveryRow[]> {
  const { eventId } = given;
  const notBefore = eventId && isId(eventId) ? new Date(idTime(eventId).getTime() - CLOCK_SKEW_MS) : undefined;
  const prepared = prepareWindows(db, projectId, given);
  return async (slice) => {
    const known = await prepared;
    if (known === null) return [];
    return readInWindows(db, {
      slice,
      bounds: { ...given, notBefore },
      isEmpty: known.isEmpty,
      read: (window, limit) =>
        readWindow(db, { ...known.ofWindow(window), projectId, slice: { ...slice, limit }, window }),
    });
  };
}

type Prepared = {
  isEmpty: (day: Day) => boolean;
  ofWindow: (window: Window) => Omit<Asked, "projectId" | "slice" | "window">;
};

/** Finds what is known before any delivery is read; null if there can be none. */
async function prepareWindows(db: Kysely<DB>, projectId: string, given: DeliveryFilter): Promise<Prepared | null> {
  const query = await withOwned(db, projectId, given);
  if (query === null) return null;
  const known = await findKnownDays(db, projectId, query);
  const [hasSuccess, subscriptionsIn, hasBacklog] = await Promise.all([
    findSuccess(db, projectId, query),
    query.sourceId.length > 0 ? findSubscriptions(db, projectId, { known, filter: query }) : () => null,
    findTrait(query) ? findBacklog(db, projectId) : false,
  ]);
  return {
    isEmpty: known.isEmpty,
    ofWindow: (window) => ({
      query,
      types: known.typesIn(window),
      subscriptions: subscriptionsIn(window),
      hasSuccess: hasSuccess(window),
      hasBacklog,
    }),
  };
}

/** So many waiting deliveries are read in a moment, whichever of them are wanted. */
const SHORT_QUEUE = 2_000;

async function findBacklog(db: Kysely<DB>, projectId: string): Promise<boolean> {
  const { rows } = await sql<{ has_backlog: boolean }>`
    select count(*) > ${SHORT_QUEUE} as has_backlog from (
      select from delivery_queue where project_id = ${projectId} limit ${SHORT_QUEUE + 1}
    ) waiting`.execute(db);
  return rows[0]?.has_backlog === true;
}

/**
 * No index contains `status`. Most deliveries succeed, so Success is found by scanning, together with any other status
 * that is wanted. Without Success each status is read from where it is marked: the unfinished deliveries are those of
 * the queue, the dead ones have an index of their own. Beside a long queue a wanted trait serves the unfinished ones too.
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
  // The last attempt of a success did not fail.
  if (query.code.length > 0) wanted.delete("Success");
  if (wanted.has("Success") && asked.hasSuccess) return [selectRows(asked, isShownAs(wanted))];

  const branches: RawBuilder<DeliveryRow>[] = [];
  for (const dead of ["Failure", "Discarded"] as const) {
    if (wanted.has(dead)) branches.push(selectRows(asked, sql<boolean>`d.dead = ${dead}`, { isMarked: true }));
  }
  const unfinished = (["Scheduled", "Processing", "Retry"] as const).filter((status) => wanted.has(status));
  if (unfinished.length === 0) return branches;
  const isByTrait = asked.hasBacklog && findTrait(query) !== null;
  branches.push(isByTrait ? selectRows(asked, isShownAs(new Set(unfinished))) : selectQueued(asked, unfinished));
  return branches;
}

/** Up to this many values each get their own walk down the index; a longer list is filtered while scanning. */
const MAX_WALKS = 100;

/** The values of a column of which each has an ordered walk down an index. */
type Walks = { column: string; type: string; values: readonly unknown[] };

/** The walks that serve a query best; null if a single one does. */
function findWalks(query: DeliveryFilter): Walks | null {
  if (query.eventId !== undefined || query.idempotencyKey !== undefined) return null;
  const trait = findTrait(query);
  const walks = trait ?? { column: "endpoint_id", type: "uuid", values: distinct(query.endpointId) };
  return walks.values.length < 2 || (!trait && walks.values.length > MAX_WALKS) ? null : walks;
}

/** An index orders the deliveries of one value, but not those of several: these are merged. */
function selectRows(asked: Asked, condition: RawBuilder<boolean>, { isMarked = false } = {}): RawBuilder<DeliveryRow> {
  const { projectId, query, slice } = asked;
  const end = sql`order by d.id ${sql.raw(sliceOrder(slice))} limit ${slice.limit}`;
  const select = (filters: RawBuilder<boolean>) => sql<DeliveryRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status from event_deliveries d
    where d.project_id = ${projectId} and ${condition} and ${filters} ${end}`;
  if (query.incidentId && !isMarked) return selectOfIncident(asked, query.incidentId, condition);
  const walks = findWalks(query);
  if (walks === null) return select(allOf([toFilters(asked), ...ofTrait(query)]));
  const { column, type, values } = walks;
  const isWalked = sql<boolean>`${sql.ref(`d.${column}`)} = wanted.value`;
  const others = toFilters(column === "endpoint_id" ? { ...asked, query: { ...query, endpointId: [] } } : asked);
  return sql<DeliveryRow>`
    select d.* from unnest(${values}::${sql.raw(type)}[]) as wanted(value)
    cross join lateral (${select(sql<boolean>`(${isWalked} and ${others})`)}) d ${end}`;
}

/** A single value of a trait, which an index serves in order. */
function ofTrait(query: DeliveryFilter): RawBuilder<boolean>[] {
  const trait = findTrait(query);
  if (trait?.values.length !== 1) return [];
  return [sql<boolean>`${sql.ref(`d.${trait.column}`)} = ${trait?.values[0]}`];
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
