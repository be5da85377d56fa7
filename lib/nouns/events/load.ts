import { sql } from "kysely";
import { amongIds } from "@/lib/db/id-range";
import { refuseTooMuch } from "@/lib/db/payload-limit";
import type { ReadContext } from "@/lib/db/read-context";
import { distinct } from "@/lib/kernel/distinct";
import { idTime, minIdAt } from "@/lib/kernel/ids";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import { loadEndpoints } from "@/lib/nouns/endpoints/load";
import { type EventRow, findEventRows } from "@/lib/nouns/events/list-rows";
import { toEvent } from "@/lib/nouns/events/presenters";
import type { Event } from "@/lib/nouns/events/schemas";
import { loadSources } from "@/lib/nouns/sources/queries";

/** Events by id, with the payload's bytes in the full view. */
export type LoadedEvents = Map<string, { event: Event; payload: Buffer | null }>;

/** Loads events by id, with their sources and, in the full view, payloads and endpoints. */
export async function loadEvents(
  ctx: ReadContext,
  ids: readonly string[],
  view: "full" | "summary",
): Promise<LoadedEvents> {
  if (ids.length === 0) return new Map();
  return presentEvents(ctx, await findEventRows(ctx.db, ctx.projectId, ids), view);
}

/** Presents rows by id, in their order. */
export async function presentEvents(
  ctx: ReadContext,
  rows: readonly EventRow[],
  view: "full" | "summary",
): Promise<LoadedEvents> {
  if (rows.length === 0) return new Map();
  const sources = await loadSources(ctx, distinct(rows.map((row) => row.source_id)));
  const isFull = view === "full";
  const endpoints = isFull ? await loadEndpoints(ctx, distinct(rows.flatMap((row) => row.endpoints))) : new Map();
  const contents = isFull ? await loadContents(ctx, rows) : new Map<string, Content>();
  return new Map(
    rows.map((row) => {
      const content = contents.get(row.id) ?? null;
      return [row.id, { event: toEvent(row, { sources, endpoints, content }), payload: content?.payload ?? null }];
    }),
  );
}

export type Content = { headers: Record<string, string>; payload: Buffer };

async function loadContents(ctx: ReadContext, rows: readonly EventRow[]): Promise<Map<string, Content>> {
  const ids = rows.map((row) => row.id);
  await refuseTooMuch(ctx, "events", ids);
  const contents = await ctx.db
    .selectFrom("events")
    .select(["id", "headers", "payload"])
    .where("project_id", "=", ctx.projectId)
    .where(amongIds("id", ids))
    .execute();
  return new Map(
    contents.map(({ id, headers, payload }) => [id, { headers: headers as Record<string, string>, payload }]),
  );
}

const CLOCK_SKEW_MS = 3_600_000;

export type StatusCounts = Partial<Record<DeliveryStatus, number>>;

/**
 * Counts the deliveries of these events by the status that a list shows. A delivery is younger than its event except
 * for the clocks of two copies, so older partitions are skipped.
 */
export async function countDeliveries(ctx: ReadContext, ids: readonly string[]): Promise<Map<string, StatusCounts>> {
  const counts = new Map<string, StatusCounts>(ids.map((id) => [id, {}]));
  if (ids.length === 0) return counts;
  const oldest = idTime([...ids].sort()[0] ?? "").getTime();
  const { rows } = await sql<{ event_id: string; status: DeliveryStatus; count: number }>`
    select d.event_id, case when q.lease is not null and q.due_at > now() then 'Processing' else d.status end as status,
      count(*) as count
    from event_deliveries d
    left join delivery_queue q on q.project_id = d.project_id and q.delivery_id = d.id
    where d.project_id = ${ctx.projectId} and d.event_id = any(${ids}::uuid[]) and d.id >= ${minIdAt(new Date(oldest - CLOCK_SKEW_MS))}::uuid
    group by 1, 2`.execute(ctx.db);
  for (const { event_id, status, count } of rows) {
    const counted = counts.get(event_id);
    if (counted) counted[status] = count;
  }
  return counts;
}
