import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Actor, ProjectContext } from "@/lib/db/context";
import type { DB, Views } from "@/lib/db/generated";
import { containsText } from "@/lib/db/text-match";
import { notFound } from "@/lib/kernel/errors";
import { toView } from "@/lib/nouns/views/presenters";
import type { ListViews, View } from "@/lib/nouns/views/schemas";

export type ViewRow = Selectable<Views>;

/** Lists the shared views and the caller's own, by name. There are at most a hundred. */
export async function listViews(ctx: ProjectContext, { list, q }: ListViews): Promise<View[]> {
  let rows = ctx.db.selectFrom("views").selectAll().where("project_id", "=", ctx.projectId).where(isSeenBy(ctx.actor));
  if (list) rows = rows.where("list", "=", list);
  if (q) rows = rows.where(containsText("name", q));
  return (await rows.orderBy(sql`lower(name)`).orderBy("id").execute()).map(toView);
}

export async function getView(ctx: ProjectContext, id: string): Promise<View> {
  return toView(await getViewRow(ctx.db, ctx, id));
}

/** Reads a stored view, on request locked for a change. Throws not found for another person's own. */
export async function getViewRow(
  db: Kysely<DB>,
  { projectId, actor }: Pick<ProjectContext, "projectId" | "actor">,
  id: string,
  { lock = false } = {},
): Promise<ViewRow> {
  const query = db
    .selectFrom("views")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where(isSeenBy(actor));
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("view");
  return row;
}

function isSeenBy(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== "user") return sql<boolean>`owner_id is null`;
  return sql<boolean>`(owner_id is null or owner_id = ${actor.id})`;
}
