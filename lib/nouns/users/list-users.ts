import { type Kysely, sql } from "kysely";
import type { Context } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { containsText } from "@/lib/db/text-match";
import { HookyardError } from "@/lib/kernel/errors";
import { countLiveKeys } from "@/lib/nouns/users/count-live-keys";
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
  return withContent(page, page.content.map(toUser));
}

/** Reads one of them; throws not found if deleted. */
export async function getUser(db: Kysely<DB>, id: string, now: Date): Promise<User> {
  const row = await selectUsers(db, now).where("users.id", "=", id).executeTakeFirst();
  if (!row) throw new HookyardError("not_found", "No such person in this installation.");
  return toUser(row);
}

function selectUsers(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom("users")
    .select(["users.id", "email", "name", "is_owner", "email_proven_at", "suspended_at", "created_at"])
    .select([
      sql<boolean>`password_hash is not null`.as("has_password"),
      sql<boolean>`oidc_subject is not null`.as("has_single_sign_on"),
      sql<number>`(select count(*)::int from project_members m join projects p on p.id = m.project_id
        where m.user_id = users.id and p.deleted_at is null)`.as("projects"),
      countLiveKeys(now).as("api_keys"),
      sql<number>`(select count(*)::int from sessions where user_id = users.id and ${isLive(now)})`.as("sessions"),
      sql<Date | null>`(select max(last_seen_at) from sessions where user_id = users.id)`.as("last_seen_at"),
    ])
    .where("users.deleted_at", "is", null);
}

type UserCounts = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

function toUser(row: UserCounts): User {
  return {
    uid: row.id,
    email: row.email,
    name: row.name,
    is_owner: row.is_owner,
    email_proven_at: toTimestamp(row.email_proven_at),
    has_password: row.has_password,
    has_single_sign_on: row.has_single_sign_on,
    projects: row.projects,
    api_keys: row.api_keys,
    sessions: row.sessions,
    last_seen_at: toTimestamp(row.last_seen_at),
    suspended_at: toTimestamp(row.suspended_at),
    created_at: row.created_at.toISOString(),
  };
}
