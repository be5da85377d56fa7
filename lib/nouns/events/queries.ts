import type { ProjectContext } from "@/lib/db/context";
import { readPage, withContent } from "@/lib/db/keyset";
import { notFound } from "@/lib/kernel/errors";
import { type EventRow, findEventRows, readEventRows } from "@/lib/nouns/events/list-rows";
import type { ListEvents } from "@/lib/nouns/events/list-schemas";
import { countDeliveries, presentEvents } from "@/lib/nouns/events/load";
import type { Event } from "@/lib/nouns/events/schemas";
import { readBounded, refuseHiddenHeaders, withinSearch } from "@/lib/nouns/events/search";
import { isSearch } from "@/lib/nouns/events/search-conditions";
import { findVersionsThatRan } from "@/lib/nouns/function-versions/queries";
import type { Page } from "@/lib/wire/fields";

export async function getEvent(ctx: ProjectContext, id: string): Promise<Event> {
  const [event] = await presentWithCounts(ctx, await findEventRows(ctx.db, ctx.projectId, [id]), "full");
  if (!event) throw notFound("event");
  return { ...event, function_versions: await findVersionsThatRan(ctx, "events", id) };
}

export async function listEvents(ctx: ProjectContext, query: ListEvents): Promise<Page<Event>> {
  refuseHiddenHeaders(query, ctx.role);
  const read = readEventRows(ctx.db, ctx.projectId, query);
  const page = isSearch(query)
    ? await withinSearch(query, () => readPage(query, (slice) => readBounded(ctx.db, (trx) => read(slice, trx))))
    : await readPage(query, (slice) => read(slice));
  return withContent(page, await presentWithCounts(ctx, page.content, query.view));
}

async function presentWithCounts(
  ctx: ProjectContext,
  rows: readonly EventRow[],
  view: "full" | "summary",
): Promise<Event[]> {
  const events = await presentEvents(ctx, rows, view);
  const counts = await countDeliveries(ctx, [...events.keys()]);
  return [...events.values()].map(({ event }) => ({ ...event, deliveries: counts.get(event.uid) ?? {} }));
}
