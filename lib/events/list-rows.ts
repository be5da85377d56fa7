import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { DB, Events } from "@/lib/db/generated";
import { allOf, amongIds, withinDates } from "@/lib/db/id-range";
import { type Slice, sliceOrder, withinSlice } from "@/lib/db/keyset";
import { matchesPattern } from "@/lib/db/text-match";
import type { ListEvents } from "@/lib/events/schemas";
import { toSearchFilters } from "@/lib/events/search";
import { EVENT_STATUSES, type EventStatus } from "@/lib/vocabulary";

/** An event without the columns that may be large. */
export type EventRow = Omit<Selectable<Events>, "headers" | "payload" | "target" | "path">;

const COLUMNS = sql.raw(
  [
    "project_id id source_id event_type status_reason idempotency_key is_duplicate_event endpoints",
    "url_query_params acknowledged_at created_at updated_at",
  ]
    .join(" ")
    .split(" ")
    .map((column) => `e.${column}`)
    .join(", "),
);

/** A leased row of the inbox is being routed. */
const SHOWN_STATUS = sql`case when e.status = 'Pending' and exists (
  select from routing_queue q
  where q.project_id = e.project_id and q.event_id = e.id and q.lease is not null and q.due_at > now()
) then 'Processing' else e.status end`;

export async function findEventRows(db: Kysely<DB>, projectId: string, ids: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status from events e
    where e.project_id = ${projectId} and ${amongIds("e.id", ids)}`.execute(db);
  return rows;
}

/** A slice of the events that a query asks for. Those not routed yet are read from the inbox, which is small. */
export async function listEventRows(
  db: Kysely<DB>,
  projectId: string,
  query: ListEvents,
  slice: Slice,
): Promise<EventRow[]> {
  const order = sql.raw(sliceOrder(slice));
  const filters = allOf([withinSlice("e.id", slice), withinDates("e.id", query), ...toFilters(query)]);
  const select = (from: RawBuilder<unknown>, condition: RawBuilder<boolean>) => sql<EventRow>`
    (select ${COLUMNS}, ${SHOWN_STATUS} as status from ${from}
     where e.project_id = ${projectId} and ${condition} and ${filters} order by e.id ${order} limit ${slice.limit})`;

  const wanted = new Set(query.status);
  const unrouted = statusesIn(wanted, ["Pending", "Processing"]);
  const routed = statusesIn(wanted, ["Success", "Discarded", "Failure"]);
  const branches: RawBuilder<EventRow>[] = [];
  if (wanted.size === 0 || wanted.size === EVENT_STATUSES.length) {
    branches.push(select(sql`events e`, sql<boolean>`true`));
  } else {
    if (routed.length > 0) branches.push(select(sql`events e`, sql<boolean>`e.status = any(${routed}::text[])`));
    if (unrouted.length > 0) {
      const inbox = sql`routing_queue r cross join lateral (
        select * from events e where e.project_id = r.project_id and e.id = r.event_id offset 0) e`;
      const condition = sql<boolean>`r.project_id = ${projectId} and ${SHOWN_STATUS} = any(${unrouted}::text[])`;
      branches.push(select(inbox, condition));
    }
  }
  const all = sql<EventRow>`select * from (${sql.join(branches, sql` union all `)}) branches
    order by id ${order} limit ${slice.limit}`;
  return (await all.execute(db)).rows;
}

function statusesIn(wanted: ReadonlySet<EventStatus>, group: readonly EventStatus[]): EventStatus[] {
  return group.filter((status) => wanted.has(status));
}

function toFilters(query: ListEvents): RawBuilder<boolean>[] {
  const { sourceId, endpointId, event_type, idempotencyKey } = query;
  const filters: RawBuilder<boolean>[] = [];
  if (sourceId.length > 0) filters.push(sql<boolean>`e.source_id = any(${sourceId}::uuid[])`);
  if (endpointId.length > 0) filters.push(sql<boolean>`e.endpoints && ${endpointId}::uuid[]`);
  if (idempotencyKey) filters.push(sql<boolean>`e.idempotency_key = ${idempotencyKey}`);
  if (event_type) filters.push(matchesPattern("e.event_type", event_type));
  filters.push(...toSearchFilters(query));
  return filters;
}
