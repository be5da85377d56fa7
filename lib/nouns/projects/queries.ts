import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/client";
import type { Context, ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { readPage, type Slice, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { hasReferences } from "@/lib/db/references";
import { containsText } from "@/lib/db/text-match";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { askEach } from "@/lib/nouns/projects/ask-each";
import { toProject } from "@/lib/nouns/projects/presenters";
import type { ListProjects, Project } from "@/lib/nouns/projects/schemas";
import type { Page } from "@/lib/wire/fields";
import { maskForViewers } from "@/lib/wire/mask-for-viewers";

export async function getProject(ctx: ProjectContext): Promise<Project> {
  return toProject(await getProjectRow(ctx.db, ctx.projectId));
}

/** Lists the projects that the caller may see, from the databases that have them. */
export async function listProjects(
  { actor }: Pick<Context, "actor">,
  query: ListProjects,
  databases: readonly Database[],
): Promise<Page<Project>> {
  const page = await readPage(query, async (slice) => {
    const read = (db: Database) => readSlice({ actor, db }, query, slice);
    const { rows } = await askEach(databases, read, { mayMiss: query.partial === "true" });
    return databases.length === 1 ? rows : firstOf(rows, slice);
  });
  return withContent(
    page,
    page.content.map(({ isViewed, ...row }) => (isViewed ? maskForViewers(toProject(row)) : toProject(row)) as Project),
  );
}

async function readSlice({ actor, db }: Asked, query: ListProjects, slice: Slice) {
  let asked = visibleProjects({ actor, db })
    .selectAll("projects")
    .where(withinSlice("projects.id", slice))
    .where(hasReferences(query));
  if (query.name) asked = asked.where(containsText("projects.name", query.name));
  if (query.state) asked = asked.where("projects.archived_at", query.state === "archived" ? "is not" : "is", null);
  const rows = await asked.orderBy("projects.id", sliceOrder(slice)).limit(slice.limit).execute();
  const viewed = await findViewed(
    { actor, db },
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, isViewed: viewed.has(row.id) }));
}

/** The first rows in the order of a slice. */
function firstOf<Row extends { id: string }>(rows: readonly Row[], { ascending, limit }: Slice): Row[] {
  const sign = ascending ? 1 : -1;
  return rows.toSorted((one, other) => (one.id < other.id ? -sign : sign)).slice(0, limit);
}

type Asked = Pick<Context, "actor"> & { db: Kysely<DB> };

/** Finds those of these projects in which the caller is only a viewer. */
async function findViewed({ db, actor }: Asked, ids: readonly string[]): Promise<Set<string>> {
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
export function visibleProjects({ db, actor }: Asked) {
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
