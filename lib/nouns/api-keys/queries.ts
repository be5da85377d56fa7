import type { Kysely } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { toApiKey } from "@/lib/nouns/api-keys/presenters";
import type { ApiKey, ListApiKeys } from "@/lib/nouns/api-keys/schemas";
import type { Page } from "@/lib/wire/fields";

export async function listApiKeys(ctx: ProjectContext, query: ListApiKeys): Promise<Page<ApiKey>> {
  const page = await readPage(query, (slice) =>
    selectApiKeys(ctx.db, ctx.projectId)
      .where(withinSlice("api_keys.id", slice))
      .orderBy("api_keys.id", sliceOrder(slice))
      .limit(slice.limit)
      .execute(),
  );
  return withContent(page, page.content.map(toApiKey));
}

/** The project's keys, each with the email of its creator. */
export function selectApiKeys(db: Kysely<DB>, projectId: string) {
  return db
    .selectFrom("api_keys")
    .leftJoin("users", "users.id", "api_keys.created_by")
    .selectAll("api_keys")
    .select("users.email as maker_email")
    .where("project_id", "=", projectId);
}

export type ApiKeyRow = Awaited<ReturnType<ReturnType<typeof selectApiKeys>["executeTakeFirstOrThrow"]>>;
