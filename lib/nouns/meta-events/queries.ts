import { type RawBuilder, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { allOf, amongIds, withinDates } from "@/lib/db/id-range";
import { readInWindows, withinWindow } from "@/lib/db/id-windows";
import { readPage, type Slice, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { matchesPattern } from "@/lib/db/text-match";
import { notFound } from "@/lib/kernel/errors";
import { type MetaEventRow, toMetaEvent } from "@/lib/nouns/meta-events/presenters";
import type { ListMetaEvents, MetaEvent } from "@/lib/nouns/meta-events/schemas";
import type { Page } from "@/lib/wire/fields";
import { maskForViewers } from "@/lib/wire/mask-for-viewers";

const COLUMNS = sql.raw(
  [
    "project_id id event_type description strategy interval_seconds max_retry_seconds retry_limit num_trials",
    "next_send_time attempt created_at updated_at",
  ]
    .join(" ")
    .split(" ")
    .map((column) => `m.${column}`)
    .join(", "),
);

/** A leased row of the queue is being sent. One lookup per shown row, as in the list of deliveries. */
const SHOWN_STATUS = sql`case when m.status in ('Scheduled', 'Retry') and (
  select q.lease is not null and q.due_at > now() from delivery_queue q
  where q.project_id = m.project_id and q.delivery_id = m.id
) then 'Processing' else m.status end`;

export async function getMetaEvent(ctx: ProjectContext, id: string): Promise<MetaEvent> {
  const [row] = await selectRows(ctx, sql<boolean>`m.id = ${id}`, { from: null, ascending: false, limit: 1 });
  const payloads = await loadPayloads(ctx, row ? [id] : []);
  if (!row) throw notFound("meta event");
  return toMetaEvent(row, payloads.get(id) ?? null);
}

export async function listMetaEvents(ctx: ProjectContext, query: ListMetaEvents): Promise<Page<MetaEvent>> {
  const filters = [withinDates("m.id", query)];
  if (query.event_type) filters.push(matchesPattern("m.event_type", query.event_type));
  if (query.status.length > 0) filters.push(sql<boolean>`${SHOWN_STATUS} = any(${query.status}::text[])`);
  const page = await readPage(query, (slice) =>
    readInWindows(ctx.db, {
      slice,
      bounds: query,
      read: (window, limit) => selectRows(ctx, allOf([...filters, withinWindow("m.id", window)]), { ...slice, limit }),
    }),
  );
  const isFull = query.view === "full";
  const payloads = await loadPayloads(ctx, isFull ? page.content.map((row) => row.id) : []);
  return withContent(
    page,
    page.content.map((row) => toMetaEvent(row, payloads.get(row.id) ?? null)),
  );
}

async function selectRows(ctx: ProjectContext, condition: RawBuilder<boolean>, slice: Slice): Promise<MetaEventRow[]> {
  const { rows } = await sql<MetaEventRow>`
    select ${COLUMNS}, ${SHOWN_STATUS} as status from meta_events m
    where m.project_id = ${ctx.projectId} and ${condition} and ${withinSlice("m.id", slice)}
    order by m.id ${sql.raw(sliceOrder(slice))} limit ${slice.limit}`.execute(ctx.db);
  return rows;
}

async function loadPayloads(ctx: ProjectContext, ids: readonly string[]): Promise<Map<string, Buffer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("meta_events")
    .select(["id", "payload"])
    .where("project_id", "=", ctx.projectId)
    .where(amongIds("id", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, ctx.role === "viewer" ? maskPayload(row.payload) : row.payload]));
}

/** A meta event contains a resource as presented, so a viewer sees it masked as usual. */
function maskPayload(payload: Buffer): Buffer {
  return Buffer.from(JSON.stringify(maskForViewers(JSON.parse(payload.toString("utf8")))));
}
