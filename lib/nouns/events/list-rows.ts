import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { DB, Events } from "@/lib/db/generated";
import { allOf, amongIds, withinDates } from "@/lib/db/id-range";
import { readInWindows, type Window, withinWindow } from "@/lib/db/id-windows";
import { type Slice, sliceOrder, withinSlice } from "@/lib/db/keyset";
import { amongTexts, matchesPattern } from "@/lib/db/text-match";
import { EVENT_STATUSES, type EventStatus } from "@/lib/kernel/vocabulary";
import type { ListEvents } from "@/lib/nouns/events/list-schemas";
import { toSearchFilters } from "@/lib/nouns/events/search";
import { isSearch } from "@/lib/nouns/events/search-conditions";
import { MAX_SHOWN_ENDPOINTS } from "@/lib/nouns/events/shown-endpoints";
import { findKnownDays } from "@/lib/nouns/kinds/find-days";

/** An event without the columns that may be large. */
export type EventRow = Omit<Selectable<Events>, "headers" | "payload" | "target" | "path">;

const COLUMNS = sql.raw(
  [
    "project_id id source_id event_type status_reason status_code idempotency_key is_duplicate_event",
    "url_query_params deliver_at external_id metadata tags acknowledged_at created_at updated_at",
  ]
    .join(" ")
    .split(" ")
    .map((column) => `e.${column}`)
    .concat(`e.endpoints[:${MAX_SHOWN_ENDPOINTS}] as endpoints`)
    .join(", "),
);

/** A leased row of the inbox is being routed. One lookup per shown row, as in the list of deliveries. */
const SHOWN_STATUS = sql`case when e.status = 'Pending' and (
  select q.lease is not null and q.due_at > now() from routing_queue q where q.project_id = e.project_id and q.event_id = e.id
) then 'Processing' else e.status end`;

export async function findEventRows(db: Kysely<DB>, projectId: string, ids: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status from events e
    where e.project_id = ${projectId} and ${amongIds("e.id", ids)}`.execute(db);
  return rows;
}

/** Reads the events of a query, slice by slice, each on the given connection. */
export function readEventRows(
  db: Kysely<DB>,
  projectId: string,
  query: ListEvents,
): (slice: Slice, through?: Kysely<DB>) => Promise<EventRow[]> {
  const isRouted = query.status.length === 1 && query.status[0] === "Success";
  const needsTypes = query.event_type?.endsWith("*") || query.endpointId.length > 0;
  const known = findKnownDays(db, projectId, { ...query, isRouted });
  return async (slice, through = db) => {
    const { isEmpty, typesIn } = await known;
    // The time limit of a search covers one statement.
    if (isSearch(query)) return readWindow(through, { projectId, query, slice, window: EVERYTHING, types: null });
    return readInWindows(through, {
      slice,
      bounds: query,
      isEmpty,
      read: (window, limit) => {
        const types = needsTypes ? typesIn(window) : null;
        return readWindow(through, { projectId, query, slice: { ...slice, limit }, window, types });
      },
    });
  };
}

const EVERYTHING: Window = { first: null, last: null };

type Asked = { projectId: string; query: ListEvents; slice: Slice; window: Window; types: string[] | null };

/** Reads unrouted events from the inbox, which is small; failed and discarded ones by their own index. */
async function readWindow(db: Kysely<DB>, asked: Asked): Promise<EventRow[]> {
  const { projectId, query, slice, window } = asked;
  const order = sql.raw(sliceOrder(slice));
  const filters = allOf([
    withinSlice("e.id", slice),
    withinDates("e.id", query),
    withinWindow("e.id", window),
    ...toFilters(asked),
  ]);
  const select = (from: RawBuilder<unknown>, condition: RawBuilder<boolean>) => sql<EventRow>`
    (select ${COLUMNS}, ${SHOWN_STATUS} as status from ${from}
     where e.project_id = ${projectId} and ${condition} and ${filters} order by e.id ${order} limit ${slice.limit})`;

  const wanted = new Set(query.status);
  const unrouted = statusesIn(wanted, ["Pending", "Processing"]);
  const branches: RawBuilder<EventRow>[] = [];
  if (wanted.size === 0 || wanted.size === EVENT_STATUSES.length) {
    branches.push(select(sql`events e`, sql<boolean>`true`));
  } else {
    for (const status of ["Success", "Discarded", "Failure"] as const) {
      // Failed and discarded events have no endpoints.
      if (status !== "Success" && query.endpointId.length > 0) continue;
      if (wanted.has(status)) branches.push(select(sql`events e`, sql<boolean>`e.status = ${sql.lit(status)}`));
    }
    if (unrouted.length > 0) {
      const inbox = sql`routing_queue r cross join lateral (
        select * from events e
        where e.project_id = r.project_id and e.id = r.event_id and ${withinWindow("e.id", window)} offset 0) e`;
      const condition = sql<boolean>`r.project_id = ${projectId} and ${SHOWN_STATUS} = any(${unrouted}::text[])`;
      branches.push(select(inbox, condition));
    }
  }
  if (branches.length === 0) return [];
  const all = sql<EventRow>`select * from (${sql.join(branches, sql` union all `)}) branches
    order by id ${order} limit ${slice.limit}`;
  return (await all.execute(db)).rows;
}

function statusesIn(wanted: ReadonlySet<EventStatus>, group: readonly EventStatus[]): EventStatus[] {
  return group.filter((status) => wanted.has(status));
}

function toFilters({ query, types }: Asked): RawBuilder<boolean>[] {
  const { sourceId, endpointId, event_type, idempotencyKey, externalId } = query;
  const filters: RawBuilder<boolean>[] = [];
  if (sourceId.length > 0) filters.push(sql<boolean>`e.source_id = any(${sourceId}::uuid[])`);
  if (endpointId.length > 0) filters.push(sql<boolean>`e.endpoints && ${endpointId}::uuid[]`);
  if (idempotencyKey) filters.push(sql<boolean>`e.idempotency_key = ${idempotencyKey}`);
  if (externalId) filters.push(sql<boolean>`e.external_id = ${externalId}`);
  if (query.tag.length > 0) filters.push(sql<boolean>`e.tags @> ${query.tag}::text[]`);
  for (const pair of query.metadata) filters.push(hasPair(pair));
  if (event_type) filters.push(matchesPattern("e.event_type", event_type));
  if (types) filters.push(amongTexts("e.event_type", types));
  filters.push(...toSearchFilters(query));
  return filters;
}

function hasPair(written: string): RawBuilder<boolean> {
  const at = written.indexOf("=");
  const pair = { [written.slice(0, at)]: written.slice(at + 1) };
  return sql<boolean>`e.metadata @> ${JSON.stringify(pair)}::jsonb`;
}
