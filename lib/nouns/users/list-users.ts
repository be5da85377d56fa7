import { type Kysely, sql } from "kysely";
import type { Context } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { containsText } from "@/lib/db/text-match";
import { HookyardError } from "@/lib/kernel/errors";
import { isLiveKey } from "@/lib/nouns/users/live-keys";
import type { ListUsers, User } from "@/lib/nouns/users/schemas";
import { isLive } from "@/lib/nouns/users/sessions";
import type { Page } from "@/lib/wire/fields";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** Lists the people of the installation, for its owner. */
export async function listUsers(ctx: Context, query: ListUsers): Promise<Page<User>> {
  const page = await readPage(query, (slice) => {
    let rows = selectUsers(ctx.db, ctx.clock.now()).where(withinSlice("users.id", slice));
    if (query.status === "active") rows = rows.where("suspended_at", "is", null);
    if (query.status === "suspended") rows = rows.where("suspended_at", "is not", null);
    if (query.q) {
      const text = query.q;
      rows = rows.where((eb) => eb.or([containsText("users.email", text), containsText("users.name", text)]));
    }
    return rows.orderBy("users.id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  const parts = await countParts(ctx.db, ctx.clock.now(), page.content);
  return withContent(
    page,
    page.content.map((row) => toUser(row, parts)),
  );
}

/** Reads one of them; throws not found if deleted. */
export async function getUser(db: Kysely<DB>, id: string, now: Date): Promise<User> {
  const row = await selectUsers(db, now).where("users.id", "=", id).executeTakeFirst();
  if (!row) throw new HookyardError("not_found", "No such person in this installation.");
  return toUser(row, await countParts(db, now, [row]));
}

function selectUsers(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom("users")
    .select(["users.id", "email", "name", "is_owner", "email_proven_at", "suspended_at", "created_at"])
    .select([
      sql<boolean>`password_hash is not null`.as("has_password"),
      sql<boolean>`oidc_subject is not null`.as("has_single_sign_on"),
      sql<number>`(select count(*)::int from sessions where user_id = users.id and ${isLive(now)})`.as("sessions"),
      sql<Date | null>`(select max(last_seen_at) from sessions where user_id = users.id)`.as("last_seen_at"),
    ])
    .where("users.deleted_at", "is", null);
}

type ListedUser = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

/** What people have in the projects, by their ids: how many they are of, and their live keys. */
type Parts = { projects: ReadonlyMap<string, number>; keys: ReadonlyMap<string, number> };

/** It is asked for apart: rows of projects and sessions may lie on different servers. */
async function countParts(db: Kysely<DB>, now: Date, users: readonly ListedUser[]): Promise<Parts> {
  const ids = users.map(({ id }) => id);
  const projects = await db
    .selectFrom("project_members")
    .innerJoin("projects", "projects.id", "project_id")
    .select(["user_id", ({ fn }) => fn.countAll<number>().as("counted")])
    .where("user_id", "=", anyOf(ids))
    .where("projects.deleted_at", "is", null)
    .groupBy("user_id")
    .execute();
  const keys = await db
    .selectFrom("api_keys")
    .select(["created_by", ({ fn }) => fn.countAll<number>().as("counted")])
    .where("created_by", "=", anyOf(ids))
    .where(isLiveKey(now))
    .groupBy("created_by")
    .execute();
  return {
    projects: new Map(projects.map(({ user_id: id, counted }) => [id, counted])),
    keys: new Map(keys.map(({ created_by: id, counted }) => [id as string, counted])),
  };
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

function toUser(row: ListedUser, parts: Parts): User {
  return {
    uid: row.id,
    email: row.email,
    name: row.name,
    is_owner: row.is_owner,
    email_proven_at: toTimestamp(row.email_proven_at),
    has_password: row.has_password,
    has_single_sign_on: row.has_single_sign_on,
    projects: parts.projects.get(row.id) ?? 0,
    api_keys: parts.keys.get(row.id) ?? 0,
    sessions: row.sessions,
    last_seen_at: toTimestamp(row.last_seen_at),
    suspended_at: toTimestamp(row.suspended_at),
    created_at: row.created_at.toISOString(),
  };
}
