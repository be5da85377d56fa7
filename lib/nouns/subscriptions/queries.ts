import type { Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Subscriptions } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import type { ReadContext } from "@/lib/db/read-context";
import { hasReferences } from "@/lib/db/references";
import { containsText } from "@/lib/db/text-match";
import { distinct } from "@/lib/kernel/distinct";
import { notFound } from "@/lib/kernel/errors";
import { loadDevices } from "@/lib/nouns/devices/queries";
import { loadEndpoints } from "@/lib/nouns/endpoints/load";
import { loadSources } from "@/lib/nouns/sources/queries";
import { toSubscription } from "@/lib/nouns/subscriptions/presenters";
import type { ListSubscriptions, Subscription } from "@/lib/nouns/subscriptions/schemas";
import type { Page } from "@/lib/wire/fields";

export async function getSubscription(ctx: ProjectContext, id: string): Promise<Subscription> {
  const [subscription] = await presentSubscriptions(ctx, [await getSubscriptionRow(ctx, id)]);
  if (!subscription) throw notFound("subscription");
  return subscription;
}

/** Reads a stored subscription, on request locked for a change. Throws not found if it was deleted. */
export async function getSubscriptionRow(
  ctx: ReadContext,
  id: string,
  { lock = false } = {},
): Promise<Selectable<Subscriptions>> {
  const query = ctx.db
    .selectFrom("subscriptions")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("subscription");
  return row;
}

export async function listSubscriptions(ctx: ProjectContext, query: ListSubscriptions): Promise<Page<Subscription>> {
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("subscriptions")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("deleted_at", "is", null)
      .where(withinSlice("id", slice))
      .where(hasReferences(query));
    if (query.name) rows = rows.where(containsText("name", query.name));
    if (query.endpointId.length > 0) rows = rows.where("endpoint_id", "in", query.endpointId);
    if (query.deviceId.length > 0) rows = rows.where("device_id", "in", query.deviceId);
    if (query.sourceId.length > 0) rows = rows.where("source_id", "in", query.sourceId);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, await presentSubscriptions(ctx, page.content));
}

/** Presents rows with their endpoints, sources and devices, in their order. */
export async function presentSubscriptions(
  ctx: ReadContext,
  rows: readonly Selectable<Subscriptions>[],
): Promise<Subscription[]> {
  const endpoints = await loadEndpoints(ctx, distinct(rows.map((row) => row.endpoint_id)));
  const sources = await loadSources(ctx, distinct(rows.map((row) => row.source_id)));
  const devices = await loadDevices(ctx, distinct(rows.map((row) => row.device_id)));
  return rows.map((row) => toSubscription(row, { endpoints, sources, devices }));
}
