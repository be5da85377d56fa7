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
import { withHolding } from "@/lib/nouns/deliveries/find-held";
import { withOwned } from "@/lib/nouns/deliveries/find-owned";
import { findSuccess } from "@/lib/nouns/deliveries/find-success";
import {
  type Asked,
  findStatuses,
  IS_LEASED,
  isShownAs,
  SHOWN_STATUS,
  toFilters,
} from "@/lib/nouns/deliveries/list-conditions";
import {
  findTraits,
  findUnusual,
  selectLatencies,
  selectTraits,
  type TraitColumn,
} from "@/lib/nouns/deliveries/traits";
import { findKnownDays } from "@/lib/nouns/kinds/find-days";
import { findSubscriptions } from "@/lib/nouns/kinds/find-subscriptions";

/** A delivery without the columns that may be large. */
export type DeliveryRow = Omit<
  Selectable<EventDeliveries>,
  "headers" | "payload" | "dead" | "ordering_key" | "external_id" | "tags" | "function_versions" | TraitColumn
>;

const COLUMNS = sql.raw(
  [
    "project_id id event_id endpoint_id device_id subscription_id event_type idempotency_key description",
    "url_query_params strategy interval_seconds max_retry_seconds retry_limit num_trials next_send_time",
    "latency_seconds deliver_at acknowledged_at created_at updated_at",
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
  const owned = await withOwned(db, projectId, given);
  const query = owned && (await withHolding(db, projectId, owned));
  if (query === null) return null;
  const known = await findKnownDays(db, projectId, query);
  const [hasSuccess, subscriptionsIn] = await Promise.all([
    findSuccess(db, projectId, { query, known }),
    query.sourceId.length > 0 ? findSubscriptions(db, projectId, { known, filter: query }) : () => null,
  ]);
  return {
    isEmpty: known.isEmpty,
    ofWindow: (window) => ({
      query,
      types: known.typesIn(window),
      subscriptions: subscriptionsIn(window),
      hasSuccess: hasSuccess(window),
    }),
  };
}

async function readWindow(db: Kysely<DB>, asked: Asked): Promise<DeliveryRow[]> {
  const branches = await toBranches(db, asked);
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

/** What is read is the union of these: what is unusual by its traits, the rest by where its status is marked. */
async function toBranches(db: Kysely<DB>, asked: Asked): Promise<RawBuilder<DeliveryRow>[]> {
  const { query } = asked;
  const wanted = findStatuses(query);
  if (!asked.hasSuccess) wanted.delete("Success");
  if (NARROW_FILTERS.some((name) => query[name] !== undefined)) return toUsual(asked, wanted);
  const unusual = findUnusual(query, wanted);
  const usual = new Set([...wanted].filter((status) => !unusual.has(status)));
  // A scan for the successes finds the others on its way.
  if (usual.has("Success")) {
    const latencies = selectLatencies(query);
    return latencies ? [selectWalks(asked, isShownAs(wanted), latencies)] : toUsual(asked, wanted);
  }
  const byTrait = await toUnusual(db, asked, unusual);
  return byTrait ? [...byTrait, ...toUsual(asked, usual)] : toUsual(asked, wanted);
}

/** With these there are few rows to look at in any case. */
const NARROW_FILTERS = ["eventId", "idempotencyKey", "externalId", "incidentId"] as const;

/**
 * No index contains `status`. Most deliveries succeed, so Success is found by scanning, together with any other status
 * that is wanted. Without Success each status is read from where it is marked: the unfinished deliveries are those of
 * the queue, the dead ones have an index of their own.
 */
function toUsual(asked: Asked, wanted: ReadonlySet<DeliveryStatus>): RawBuilder<DeliveryRow>[] {
  if (wanted.size === DELIVERY_STATUSES.length) return [selectRows(asked, sql<boolean>`true`)];
  if (wanted.has("Success")) return [selectRows(asked, isShownAs(wanted))];

  const branches: RawBuilder<DeliveryRow>[] = [];
  for (const dead of ["Failure", "Discarded"] as const) {
    if (wanted.has(dead)) branches.push(selectRows(asked, sql<boolean>`d.dead = ${dead}`, { isMarked: true }));
  }
  const unfinished = (["Scheduled", "Processing", "Retry"] as const).filter((status) => wanted.has(status));
  if (unfinished.length > 0) branches.push(selectQueued(asked, unfinished));
  return branches;
}

/** Reads the statuses whose deliveries all have traits; null if these are too many to be told apart. */
async function toUnusual(
  db: Kysely<DB>,
  asked: Asked,
  wanted: ReadonlySet<DeliveryStatus>,
): Promise<RawBuilder<DeliveryRow>[] | null> {
  const { projectId, query, window } = asked;
  // What is being sent is told by its lease, and few are at once.
  const isLeaseAsked = wanted.has("Processing") && !(wanted.has("Scheduled") && wanted.has("Retry"));
  const stored = new Set([...wanted].filter((status) => status !== "Processing"));
  const traits = stored.size > 0 ? await findTraits(db, projectId, window) : [];
  if (traits === null) return null;
  const walks = selectTraits(traits, query, stored);
  // The trait tells the code exactly.
  const others = { ...asked, query: { ...query, code: [] } };
  return [
    ...(walks.values.length > 0 ? [selectWalks(others, isShownAs(isLeaseAsked ? stored : wanted), walks)] : []),
    ...(isLeaseAsked ? [selectQueued(asked, ["Processing"])] : []),
  ];
}

/** Up to this many endpoints each get their own walk down the index; a longer list is filtered while scanning. */
const MAX_WALKS = 100;

/** An index orders the deliveries of one endpoint, but not those of several: these are merged. */
function selectRows(asked: Asked, condition: RawBuilder<boolean>, { isMarked = false } = {}): RawBuilder<DeliveryRow> {
  const { query } = asked;
  if (query.incidentId && !isMarked) return selectOfIncident(asked, query.incidentId, condition);
  const values = distinct(query.endpointId);
  const isNarrow = (query.eventId ?? query.idempotencyKey ?? query.externalId) !== undefined;
  if (isNarrow || values.length < 2 || values.length > MAX_WALKS) return selectInOrder(asked, condition);
  const walks = { column: "endpoint_id", type: "uuid", values };
  return selectWalks({ ...asked, query: { ...query, endpointId: [] } }, condition, walks);
}

function selectInOrder(asked: Asked, condition: RawBuilder<boolean>): RawBuilder<DeliveryRow> {
  const { projectId, slice } = asked;
  return sql<DeliveryRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status from event_deliveries d
    where d.project_id = ${projectId} and ${condition} and ${toFilters(asked)}
    order by d.id ${sql.raw(sliceOrder(slice))} limit ${slice.limit}`;
}

/** Merges the walks down the index of a column, one for each value; each is in the order of the list. */
function selectWalks(
  asked: Asked,
  condition: RawBuilder<boolean>,
  { column, type, values }: { column: string; type: string; values: readonly unknown[] },
): RawBuilder<DeliveryRow> {
  const { slice } = asked;
  const isWalked = sql<boolean>`${sql.ref(`d.${column}`)} = wanted.value`;
  const [only] = values;
  if (values.length === 1)
    return selectInOrder(asked, allOf([sql<boolean>`${sql.ref(`d.${column}`)} = ${only}`, condition]));
  return sql<DeliveryRow>`
    select d.* from unnest(${values}::${sql.raw(type)}[]) as wanted(value)
    cross join lateral (${selectInOrder(asked, allOf([isWalked, condition]))}) d
    order by d.id ${sql.raw(sliceOrder(slice))} limit ${slice.limit}`;
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
