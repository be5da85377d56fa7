import type { Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Sources } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import type { ReadContext } from "@/lib/db/read-context";
import { hasReferences } from "@/lib/db/references";
import { containsText } from "@/lib/db/text-match";
import { notFound } from "@/lib/kernel/errors";
import { toSource } from "@/lib/nouns/sources/presenters";
import type { ListSources, Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

export async function getSource(ctx: ReadContext, id: string): Promise<Source> {
  return toSource(await getSourceRow(ctx, id), ctx);
}

/** Reads a stored source, on request locked for a change. Throws not found if it was deleted. */
export async function getSourceRow(ctx: ReadContext, id: string, { lock = false } = {}): Promise<Selectable<Sources>> {
  const query = ctx.db
    .selectFrom("sources")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("source");
  return row;
}

export async function listSources(ctx: ProjectContext, query: ListSources): Promise<Page<Source>> {
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("sources")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("deleted_at", "is", null)
      .where(withinSlice("id", slice))
      .where(hasReferences(query));
    if (query.name) rows = rows.where(containsText("name", query.name));
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(
    page,
    page.content.map((row) => toSource(row, ctx)),
  );
}

/** Loads sources by id, deleted ones too, in one query. */
export async function loadSources(ctx: ReadContext, ids: readonly string[]): Promise<Map<string, Source>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("sources")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, toSource(row, ctx)]));
}
