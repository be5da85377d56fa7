import type { Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { conflict, HookyardError, invalidFields } from "@/lib/kernel/errors";
import { type Role, reaches } from "@/lib/kernel/vocabulary";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { revokeInvitationsOf } from "@/lib/nouns/members/invitations";
import { findRole, getMember } from "@/lib/nouns/members/queries";
import type { AddMember, Member, RemovedMember, UpdateMember } from "@/lib/nouns/members/schemas";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { findUserByEmail } from "@/lib/nouns/users/queries";
import { revokeKeysOf } from "@/lib/nouns/users/revoke-keys-of";

/**
 * Gives a person with an account a role in the project; throws `duplicate` if they have one. An account with an
 * unproven email may be anybody's: it is invited instead, by a link that proves the email.
 */
export async function addMember(ctx: ProjectContext, { email, role }: AddMember): Promise<Member> {
  const user = await findUserByEmail(ctx, email);
  if (!user) {
    throw invalidFields([{ path: "email", message: "Nobody here has this email. Invite them by a link instead." }]);
  }
  if (user.suspended_at) throw invalidFields([{ path: "email", message: "This account is suspended by the owner." }]);
  if (user.email_proven_at === null) {
    const message = "Nobody has proven that this account's email is theirs. Invite them: the link proves it.";
    throw invalidFields([{ path: "email", message }]);
  }
  return changeMembers(ctx, async (trx) => {
    const added = await trx
      .insertInto("project_members")
      .values({ project_id: ctx.projectId, user_id: user.id, role, created_at: ctx.clock.now() })
      .onConflict((taken) => taken.doNothing())
      .executeTakeFirst();
    if (user.is_owner || added.numInsertedOrUpdatedRows === 0n) {
      throw new HookyardError("duplicate", "This person has a role in the project already.");
    }
    const member = await getMember(trx, ctx, user.id);
    await recordAudit(trx, ctx, { action: "member.added", resource: toResource(member) });
    return member;
  });
}

/**
 * Changes a role. A lower role also ends what the higher one made: keys of higher roles, open invitations. Throws
 * `conflict` for the owner, and if the project would be left without an admin.
 */
export async function updateMember(ctx: ProjectContext, userId: string, { role }: UpdateMember): Promise<Member> {
  return changeMembers(ctx, async (trx) => {
    const before = await getMember(trx, ctx, userId);
    refuseOwner(before);
    if (role !== "admin") await refuseLastAdmin(ctx, trx, before);
    if (!reaches(role, before.role)) await takeBack(ctx, trx, before, { above: role });
    await trx
      .updateTable("project_members")
      .set({ role })
      .where("project_id", "=", ctx.projectId)
      .where("user_id", "=", userId)
      .execute();
    const after = { ...before, role };
    await recordAudit(trx, ctx, { action: "member.updated", resource: toResource(after), before, after });
    return after;
  });
}

/**
 * Removes a person from the project, at once, and revokes the keys of the project that they made, the invitations that
 * they sent and those to their email; `takeAlong` removes what else is theirs. Their account stays. Throws `conflict` as
 * for a change of the role.
 */
export async function removeMember(
  ctx: ProjectContext,
  userId: string,
  takeAlong: (trx: Transaction<DB>) => Promise<void>,
): Promise<RemovedMember> {
  return changeMembers(ctx, async (trx) => {
    const member = await getMember(trx, ctx, userId);
    refuseOwner(member);
    await refuseLastAdmin(ctx, trx, member);
    const revoked = await takeBack(ctx, trx, member);
    await takeAlong(trx);
    await trx
      .deleteFrom("project_members")
      .where("project_id", "=", ctx.projectId)
      .where("user_id", "=", userId)
      .execute();
    await recordAudit(trx, ctx, { action: "member.removed", resource: toResource(member) });
    return { ...member, api_keys: 0, revoked_api_keys: revoked };
  });
}

/**
 * Revokes everything by which a person could keep a role or pass it on: the invitations to them and from them, and
 * keys, all or those of higher roles. Invitations come first: a person who accepts one concurrently is a member then,
 * and found. Returns how many keys were revoked.
 */
async function takeBack(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  { uid: userId, email }: Member,
  keys: { above?: Role } = {},
): Promise<number> {
  const { projectId } = ctx;
  await revokeInvitationsOf(trx, ctx, { userId, email, projectId });
  return (await revokeKeysOf(trx, ctx, { userId, projectId, ...keys })).length;
}

/**
 * Changes of a project's members take turns, so that two admins cannot remove each other at once: an admin who was
 * removed while waiting changes nothing.
 */
async function changeMembers<T>(ctx: ProjectContext, change: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    await getProjectRow(trx, ctx.projectId, { lock: true });
    const { actor } = ctx;
    if (actor.kind === "user" && !actor.isOwner && (await findRole(trx, ctx.projectId, actor.id)) !== "admin") {
      throw new HookyardError("forbidden", "You are no admin of this project any more.");
    }
    return change(trx);
  });
}

function refuseOwner(member: Member): void {
  if (member.is_owner) throw conflict("The installation's owner is admin of every project.");
}

/** The owner may, since they stay admin themselves. */
async function refuseLastAdmin(ctx: ProjectContext, trx: Transaction<DB>, member: Member): Promise<void> {
  if (member.role !== "admin" || ctx.actor.kind === "system") return;
  if (ctx.actor.kind === "user" && ctx.actor.isOwner) return;
  const other = await trx
    .selectFrom("project_members")
    .innerJoin("users", "users.id", "user_id")
    .select("user_id")
    .where("project_id", "=", ctx.projectId)
    .where("role", "=", "admin")
    .where("user_id", "!=", member.uid)
    .where("users.deleted_at", "is", null)
    .where("users.suspended_at", "is", null)
    .executeTakeFirst();
  if (!other) throw conflict("This is the project's last admin. Make somebody else admin first.");
}

function toResource(member: Member) {
  return { type: "member" as const, id: member.uid, name: member.email };
}
