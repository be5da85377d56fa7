import type { Me } from "@/lib/api/me-schema";
import type { Database } from "@/lib/db/client";
import type { Context } from "@/lib/db/context";
import { HookyardError } from "@/lib/kernel/errors";
import type { Role } from "@/lib/kernel/vocabulary";
import { askEach } from "@/lib/nouns/projects/ask-each";
import { visibleProjects } from "@/lib/nouns/projects/queries";

const MAX_PROJECTS = 500;

/** Describes the caller, with their role in each of their projects, which these databases have. */
export async function getMe(ctx: Context, databases: readonly Database[]): Promise<Me> {
  const { actor } = ctx;
  const caller = await describeCaller(ctx);
  const { rows, isPartial } = await askEach(databases, (db) => readProjects({ actor, db }), { mayMiss: true });
  const projects = databases.length === 1 ? rows : rows.toSorted(byName).slice(0, MAX_PROJECTS);
  return { ...caller, sends_mail: ctx.sendsMail === true, projects, is_partial: isPartial };
}

type Asked = Pick<Context, "actor"> & { db: Database };

async function readProjects({ actor, db }: Asked): Promise<Me["projects"]> {
  const projects = await visibleProjects({ actor, db })
    .select(["projects.id", "projects.name", "projects.type", "projects.archived_at"])
    .orderBy("projects.name")
    .limit(MAX_PROJECTS)
    .execute();
  const roles = await findRoles({ actor, db });
  return projects.map(({ id, name, type, archived_at }) => ({
    uid: id,
    name,
    type,
    is_archived: archived_at !== null,
    role: actor.kind === "api_key" ? actor.role : (roles.get(id) ?? "admin"),
  }));
}

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, "en");

async function describeCaller({ actor, db }: Context): Promise<Omit<Me, "projects" | "sends_mail" | "is_partial">> {
  switch (actor.kind) {
    case "api_key":
      return { kind: "api_key", uid: actor.id, name: actor.name, email: null, has_password: false, is_owner: false };
    case "user": {
      const { id, email, isOwner } = actor;
      const user = await db
        .selectFrom("users")
        .select((eb) => ["name", eb("password_hash", "is not", null).as("has_password")])
        .where("id", "=", id)
        .executeTakeFirst();
      const has_password = Boolean(user?.has_password);
      return { kind: "user", uid: id, name: user?.name ?? "", email, has_password, is_owner: isOwner };
    }
    case "system":
    case "anonymous":
      throw new HookyardError("forbidden", "The program itself is nobody.");
  }
}

/** The roles of a member; the owner has none and is admin everywhere. */
async function findRoles({ actor, db }: Asked): Promise<Map<string, Role>> {
  if (actor.kind !== "user" || actor.isOwner) return new Map();
  const rows = await db
    .selectFrom("project_members")
    .select(["project_id", "role"])
    .where("user_id", "=", actor.id)
    .execute();
  return new Map(rows.map((row) => [row.project_id, row.role]));
}
