import type { ProjectContext } from "@/lib/db/context";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import type { ListSourceRefusals, SourceRefusal } from "@/lib/nouns/sources/refusal-schemas";
import type { Page } from "@/lib/wire/fields";

/** Lists the latest refusals of a source. */
export async function listSourceRefusals(
  ctx: ProjectContext,
  sourceId: string,
  query: ListSourceRefusals,
): Promise<Page<SourceRefusal>> {
  await getSourceRow(ctx, sourceId);
  const page = await readPage(query, (slice) =>
    ctx.db
      .selectFrom("source_refusals")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("source_id", "=", sourceId)
      .where(withinSlice("id", slice))
      .orderBy("id", sliceOrder(slice))
      .limit(slice.limit)
      .execute(),
  );
  return withContent(
    page,
    page.content.map(({ project_id: _, id, at, body_size, ...row }) => ({
      ...row,
      uid: id,
      created_at: at.toISOString(),
      body_size: body_size === null ? null : Number(body_size),
    })),
  );
}
