import { toApiKey } from "@/lib/api-keys/presenters";
import type { ApiKey, ListApiKeys } from "@/lib/api-keys/schemas";
import type { ProjectContext } from "@/lib/context";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import type { Page } from "@/lib/fields";

export async function listApiKeys(ctx: ProjectContext, query: ListApiKeys): Promise<Page<ApiKey>> {
  const page = await readPage(query, (slice) =>
    ctx.db
      .selectFrom("api_keys")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where(withinSlice("id", slice))
      .orderBy("id", sliceOrder(slice))
      .limit(slice.limit)
      .execute(),
  );
  return withContent(page, page.content.map(toApiKey));
}
