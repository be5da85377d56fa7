import type { Kysely } from "kysely";
import type { Context, ProjectContext } from "@/lib/context";
import type { DB } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { containsText } from "@/lib/db/text-match";
import { HookyardError } from "@/lib/errors";
import type { Page } from "@/lib/fields";
import { maskForViewers } from "@/lib/mask-for-viewers";
import { toProject } from "@/lib/projects/presenters";
import type { ListProjects, Project } from "@/lib/projects/schemas";

export async function getProject(ctx: ProjectContext): Promise<Project> {
  return toProject(await getProjectRow(ctx.db, ctx.projectId));
}

/** Reads a stored project, on request locked for a change. Throws not found if it was deleted. */
export async function getProjectRow(db: Kysely<DB>, projectId: string, { lock = false } = {}) {
  const query = db.selectFrom("projects").selectAll().where("id", "=", projectId).where("deleted_at", "is", null);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw new HookyardError("not_found", "No such project.");
  return row;
}

/** Lists the projects that the caller may see. */
export async function listProjects(ctx: Context, query: ListProjects): Promise<Page<Project>> {
  const page = await readPage(query, (slice) => {
    let rows = visibleProjects(ctx).selectAll("projects").where(withinSlice("projects.id", slice));
    if (query.name) rows = rows.where(containsText("projects.name", query.name));
    return rows.orderBy("projects.id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  const viewed = await findViewed(
    ctx,
    page.content.map((row) => row.id),
  );
  return withContent(
    page,
    page.content.map((row) => (viewed.has(row.id) ? maskForViewers(toProject(row)) : toProject(row)) as Project),
  );
}

/** Those of these projects in which the caller is only a viewer. */
async function findViewed({ db, actor }: Context, ids: readonly string[]): Promise<Set<string>> {
  if (actor.kind === "api_key") return new Set(actor.role === "viewer" ? ids : []);
  if (actor.kind !== "user" || actor.isOwner || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("project_members")
    .select("project_id")
    .where("user_id", "=", actor.id)
    .where("project_id", "in", [...ids])
    .where("role", "=", "viewer")
    .execute();
  return new Set(rows.map((row) => row.project_id));
}

/** A key sees its project, a person the projects they are a member of, the owner and the program itself all. */
export function visibleProjects({ db, actor }: Context) {
  const live = db.selectFrom("projects").where("projects.deleted_at", "is", null);
  switch (actor.kind) {
    case "system":
      return live;
    case "api_key":
      return live.where("projects.id", "=", actor.projectId);
    case "anonymous":
      return live.where((eb) => eb.lit(false));
    case "user":
      if (actor.isOwner) return live;
      return live.where("projects.id", "in", (members) =>
        members.selectFrom("project_members").select("project_id").where("user_id", "=", actor.id),
      );
  }
}
