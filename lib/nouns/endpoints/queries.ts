import { type Selectable, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Endpoints } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import type { ReadContext } from "@/lib/db/read-context";
import { hasReferences, hasTags } from "@/lib/db/references";
import { containsText, containsTextIn } from "@/lib/db/text-match";
import { notFound } from "@/lib/kernel/errors";
import { presentEndpoints } from "@/lib/nouns/endpoints/load";
import type { Endpoint, ListEndpoints } from "@/lib/nouns/endpoints/schemas";
import type { Page } from "@/lib/wire/fields";

/** Reads an endpoint without secrets; `showEndpoint` is for readers who may see them. */
export async function getEndpoint(ctx: ReadContext, id: string): Promise<Endpoint> {
  const [endpoint] = await presentEndpoints(ctx, [await getEndpointRow(ctx, id)]);
  if (!endpoint) throw notFound("endpoint");
  return endpoint;
}

/** Reads a stored endpoint, on request locked for a change. Throws not found if it was deleted. */
export async function getEndpointRow(
  ctx: ReadContext,
  id: string,
  { lock = false } = {},
): Promise<Selectable<Endpoints>> {
  const query = ctx.db
    .selectFrom("endpoints")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("endpoint");
  return row;
}

/** The part of the address that a viewer can search: with more they could guess a hidden part letter by letter. */
const HOST = sql<string>`substring(url from '^[^:]+://[^/?#]*')`;

export async function listEndpoints(ctx: ProjectContext, query: ListEndpoints): Promise<Page<Endpoint>> {
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("endpoints")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("deleted_at", "is", null)
      .where(withinSlice("id", slice))
      .where(hasReferences(query));
    const { name, q, status, owner_id, tag } = query;
    if (name) rows = rows.where(containsText("name", name));
    if (q) {
      const url = ctx.role === "viewer" ? HOST : sql.ref("url");
      rows = rows.where((eb) =>
        eb.or([containsText("name", q), containsTextIn(url, q), containsText("description", q)]),
      );
    }
    if (status.length > 0) rows = rows.where("status", "in", status);
    if (owner_id) rows = rows.where("owner_id", "=", owner_id);
    if (tag.length > 0) rows = rows.where(hasTags("tags", tag));
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, await presentEndpoints(ctx, page.content));
}
