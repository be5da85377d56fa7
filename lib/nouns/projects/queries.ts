import type { Kysely } from "kysely";
import type { Context, ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { hasReferences } from "@/lib/db/references";
import { containsText } from "@/lib/db/text-match";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { toProject } from "@/lib/nouns/projects/presenters";
import type { ListProjects, Project } from "@/lib/nouns/projects/schemas";
import type { Page } from "@/lib/wire/fields";
import { maskForViewers } from "@/lib/wire/mask-for-viewers";

export async function getProject(ctx: ProjectContext): Promise<Project> {
  return toProject(await getProjectRow(ctx.db, ctx.projectId));
}

/** Lists the projects that the caller may see. */
export async function listProjects(ctx: Context, query: ListProjects): Promise<Page<Project>> {
  const page = await readPage(query, (slice) => {
    let rows = visibleProjects(ctx)
      .selectAll("projects")
      .where(withinSlice("projects.id", slice))
      .where(hasReferences(query));
    if (query.name) rows = rows.where(containsText("projects.name", query.name));
    if (query.state) rows = rows.where("projects.archived_at", query.state === "archived" ? "is not" : "is", null);
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
export function visibleProjects({ db, actor }: Pick<Context, "actor"> & { db: Kysely<DB> }) {
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
