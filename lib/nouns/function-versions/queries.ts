import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { notFound } from "@/lib/kernel/errors";
import {
  type FunctionVersionRow,
  toFunctionVersion,
  toFunctionVersionSummary,
} from "@/lib/nouns/function-versions/presenters";
import type {
  FunctionVersion,
  FunctionVersionSummary,
  ListFunctionVersions,
} from "@/lib/nouns/function-versions/schemas";
import type { Page } from "@/lib/wire/fields";

const COLUMNS = [
  "project_id",
  "id",
  "owner_id",
  "field",
  "number",
  "saved_by",
  "saved_at",
  "replaced_at",
] as const satisfies readonly (keyof FunctionVersionRow)[];

export async function getFunctionVersion(ctx: ProjectContext, id: string): Promise<FunctionVersion> {
  const row = await ctx.db
    .selectFrom("function_versions")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("function version");
  return toFunctionVersion(row);
}

/** Lists the versions of functions without their code. */
export async function listFunctionVersions(
  ctx: ProjectContext,
  query: ListFunctionVersions,
): Promise<Page<FunctionVersionSummary>> {
  const { subscriptionId, sourceId, field } = query;
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("function_versions")
      .select(COLUMNS)
      .where("project_id", "=", ctx.projectId)
      .where(withinSlice("id", slice));
    const owners = [
      { ids: subscriptionId, operator: "=" },
      { ids: sourceId, operator: "<>" },
    ] as const;
    if (owners.some(({ ids }) => ids.length > 0)) {
      rows = rows.where((eb) =>
        eb.or(
          owners
            .filter(({ ids }) => ids.length > 0)
            .map(({ ids, operator }) => eb.and([eb("owner_id", "in", ids), eb("field", operator, "function")])),
        ),
      );
    }
    if (field) rows = rows.where("field", "=", field);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, page.content.map(toFunctionVersionSummary));
}

/** Finds the versions that ran over a delivery, or over an event when it was last routed, in the order in which they ran. */
export async function findVersionsThatRan(
  { db, projectId }: ProjectContext,
  table: "event_deliveries" | "events",
  id: string,
): Promise<FunctionVersionSummary[]> {
  const { rows } = await sql<Omit<FunctionVersionRow, "code">>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(`v.${column}`)))}
    from ${sql.table(table)} t
    cross join lateral unnest(t.function_versions) with ordinality as ran(id, place)
    join function_versions v on v.project_id = t.project_id and v.id = ran.id
    where t.project_id = ${projectId} and t.id = ${id}
    order by ran.place`.execute(db);
  return rows.map(toFunctionVersionSummary);
}
