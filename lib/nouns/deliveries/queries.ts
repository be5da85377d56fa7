import type { ProjectContext } from "@/lib/db/context";
import { readPage, readSearchedPage, withContent } from "@/lib/db/keyset";
import { distinct } from "@/lib/kernel/distinct";
import { notFound } from "@/lib/kernel/errors";
import { explainWaiting } from "@/lib/nouns/deliveries/explain-waiting";
import {
  type DeliveryRow,
  findDeliveryRow,
  findDeliveryRows,
  readDeliveryRows,
} from "@/lib/nouns/deliveries/list-rows";
import { loadSent } from "@/lib/nouns/deliveries/load-sent";
import { toEventDelivery } from "@/lib/nouns/deliveries/presenters";
import type { EventDelivery, ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { searchDeliveryRows } from "@/lib/nouns/deliveries/search";
import { loadDevices } from "@/lib/nouns/devices/queries";
import { loadEndpoints } from "@/lib/nouns/endpoints/load";
import { loadEvents } from "@/lib/nouns/events/load";
import { refuseHiddenHeaders, withinSearch } from "@/lib/nouns/events/search";
import { isSearch } from "@/lib/nouns/events/search-conditions";
import { findVersionsThatRan } from "@/lib/nouns/function-versions/queries";
import type { Page } from "@/lib/wire/fields";

/** How much of each row is read. */
export type View = "full" | "summary";

export async function getEventDelivery(ctx: ProjectContext, id: string): Promise<EventDelivery> {
  const row = await findDeliveryRow(ctx.db, ctx.projectId, id);
  const [delivery] = row ? await presentDeliveries(ctx, [row], "full") : [];
  if (!delivery) throw notFound("event delivery");
  return delivery;
}

/** The same with the versions of the functions that ran over it, which the contract's resource does not have. */
export async function getEventDeliveryWithVersions(ctx: ProjectContext, id: string): Promise<EventDelivery> {
  const delivery = await getEventDelivery(ctx, id);
  return { ...delivery, function_versions: await findVersionsThatRan(ctx, "event_deliveries", id) };
}

export async function listEventDeliveries(
  ctx: ProjectContext,
  query: ListEventDeliveries,
): Promise<Page<EventDelivery>> {
  refuseHiddenHeaders(query, ctx.role);
  const page = isSearch(query)
    ? await withinSearch(query, () => readSearchedPage(query, searchDeliveryRows(ctx, query)))
    : await readPage(query, readDeliveryRows(ctx.db, ctx.projectId, query));
  return withContent(page, await presentDeliveries(ctx, page.content, query.view));
}

/** Finds the present deliveries of these ids, without payloads, by id; a deleted one is absent. */
export async function findEventDeliveries(
  ctx: ProjectContext,
  ids: readonly string[],
): Promise<Map<string, EventDelivery>> {
  const rows = await findDeliveryRows(ctx.db, ctx.projectId, ids);
  const found = await presentDeliveries(ctx, rows, "summary");
  return new Map(found.map((delivery) => [delivery.uid, delivery]));
}

/** Presents rows with everything nested in them, in a handful of queries however many there are. */
async function presentDeliveries(ctx: ProjectContext, found: readonly DeliveryRow[], view: View) {
  const rows = await explainWaiting(ctx.db, ctx.projectId, found);
  const [endpoints, devices, events] = await Promise.all([
    loadEndpoints(ctx, distinct(rows.map((row) => row.endpoint_id))),
    loadDevices(ctx, distinct(rows.map((row) => row.device_id))),
    loadEvents(ctx, distinct(rows.map((row) => row.event_id)), view),
  ]);
  const sent = view === "full" ? await loadSent(ctx, rows, events) : null;
  return rows.map((row) =>
    toEventDelivery(row, {
      endpoint: (row.endpoint_id && endpoints.get(row.endpoint_id)) || null,
      device: (row.device_id && devices.get(row.device_id)) || null,
      event: events.get(row.event_id)?.event ?? null,
      sent: sent?.get(row.id) ?? null,
    }),
  );
}
