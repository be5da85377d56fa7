import type { Kysely, Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, EventTypes } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { hasReferences } from "@/lib/db/references";
import { containsText } from "@/lib/db/text-match";
import { notFound } from "@/lib/kernel/errors";
import { toEventType } from "@/lib/nouns/event-types/presenters";
import type { EventType, ListEventTypes } from "@/lib/nouns/event-types/schemas";
import type { Page } from "@/lib/wire/fields";

export async function getEventType(ctx: ProjectContext, id: string): Promise<EventType> {
  return toEventType(await getEventTypeRow(ctx.db, ctx.projectId, id));
}

/** Reads a stored event type, on request locked for a change. Throws not found if it was deleted. */
export async function getEventTypeRow(
  db: Kysely<DB>,
  projectId: string,
  id: string,
  { lock = false } = {},
): Promise<Selectable<EventTypes>> {
  const query = db
    .selectFrom("event_types")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("event type");
  return row;
}

export async function listEventTypes(ctx: ProjectContext, query: ListEventTypes): Promise<Page<EventType>> {
  const page = await readPage(query, (slice) => {
    const { q, category, is_deprecated, is_public } = query;
    let rows = ctx.db
      .selectFrom("event_types")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("deleted_at", "is", null)
      .where(withinSlice("id", slice))
      .where(hasReferences(query));
    if (q) rows = rows.where((eb) => eb.or([containsText("name", q), containsText("description", q)]));
    if (category) rows = rows.where("category", "=", category);
    if (is_deprecated) rows = rows.where("deprecated_at", is_deprecated === "true" ? "is not" : "is", null);
    if (is_public) rows = rows.where("public_since", is_public === "true" ? "is not" : "is", null);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, page.content.map(toEventType));
}
