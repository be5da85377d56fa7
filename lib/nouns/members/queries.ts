import { type Kysely, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { containsText } from "@/lib/db/text-match";
import { notFound } from "@/lib/kernel/errors";
import type { Role } from "@/lib/kernel/vocabulary";
import type { ListMembers, Member } from "@/lib/nouns/members/schemas";
import { countLiveKeys } from "@/lib/nouns/users/live-keys";
import type { Page } from "@/lib/wire/fields";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** Lists the people who may use the project: its members, and the installation's owner. */
export async function listMembers(ctx: ProjectContext, query: ListMembers): Promise<Page<Member>> {
  const page = await readPage(query, (slice) => {
    let rows = selectMembers(ctx.db, ctx).where(withinSlice("users.id", slice));
    if (query.q) {
      const text = query.q;
      rows = rows.where((eb) => eb.or([containsText("users.email", text), containsText("users.name", text)]));
    }
    return rows.orderBy("users.id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, page.content.map(toMember));
}

/** Reads a member; throws not found if that person has no part in the project. */
export async function getMember(db: Kysely<DB>, ctx: ProjectContext, userId: string): Promise<Member> {
  const row = await selectMembers(db, ctx).where("users.id", "=", userId).executeTakeFirst();
  if (!row) throw notFound("member");
  return toMember(row);
}

/** The role of a person in a project; null for none, and for the owner, who needs none. */
export async function findRole(db: Kysely<DB>, projectId: string, userId: string): Promise<Role | null> {
  const row = await db
    .selectFrom("project_members")
    .select("role")
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

function selectMembers(db: Kysely<DB>, { projectId, clock }: ProjectContext) {
  return db
    .selectFrom("users")
    .leftJoin("project_members", (join) =>
      join.onRef("project_members.user_id", "=", "users.id").on("project_members.project_id", "=", projectId),
    )
    .select(["users.id", "email", "name", "is_owner", "suspended_at", "role"])
    .select(countLiveKeys(clock.now(), projectId).as("api_keys"))
    .select(sql<Date>`coalesce(project_members.created_at, users.created_at)`.as("joined_at"))
    .where("users.deleted_at", "is", null)
    .where((eb) => eb.or([eb("role", "is not", null), eb("is_owner", "=", true)]));
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>["execute"]>>[number];

function toMember(row: MemberRow): Member {
  return {
    uid: row.id,
    email: row.email,
    name: row.name,
    role: row.is_owner ? "admin" : (row.role as Role),
    is_owner: row.is_owner,
    suspended_at: toTimestamp(row.suspended_at),
    api_keys: row.api_keys,
    created_at: row.joined_at.toISOString(),
  };
}
