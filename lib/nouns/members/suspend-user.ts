import type { Context } from "@/lib/db/context";
import { conflict } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { revokeInvitationsOf } from "@/lib/nouns/members/invitations";
import { getUser } from "@/lib/nouns/users/list-users";
import { revokeKeysOf } from "@/lib/nouns/users/revoke-keys-of";
import type { SuspendedUser, User } from "@/lib/nouns/users/schemas";
import { endSessions } from "@/lib/nouns/users/sessions";

/** What a suspension did, and in which projects keys were revoked. */
export type Suspension = { user: SuspendedUser; projectIds: readonly string[] };

/**
 * Lets somebody in no more: their sessions end, and the keys that they made and their invitations are revoked, in the same transaction. Their roles
 * stay for when they are let in again. Conflict for the owner, and for somebody who is suspended already.
 */
export async function suspendUser(ctx: Context, id: string): Promise<Suspension> {
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (trx) => {
    const before = await getUser(trx, id, now);
    if (before.is_owner) throw conflict("The installation's owner cannot be suspended.");
    // First the person's row: a key or a session that is being made holds it, and is there afterwards to be ended.
    const suspended = await trx
      .updateTable("users")
      .set({ suspended_at: now, updated_at: now })
      .where("id", "=", id)
      .where("suspended_at", "is", null)
      .executeTakeFirst();
    if (suspended.numUpdatedRows === 0n) throw conflict("This account is suspended already.");
    await recordAudit(trx, ctx, { action: "user.suspended", resource: { type: "user", id, name: before.email } });
    const projectIds = await revokeKeysOf(trx, ctx, { userId: id });
    await revokeInvitationsOf(trx, ctx, { userId: id, email: before.email });
    const ended = await endSessions(trx, now, { userId: id });
    const user = await getUser(trx, id, now);
    return { user: { ...user, revoked_api_keys: projectIds.length, ended_sessions: ended.length }, projectIds };
  });
}

/** Lets somebody sign in again, with the roles they had. Their keys stay revoked. Conflict unless they are suspended. */
export async function reactivateUser(ctx: Context, id: string): Promise<User> {
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (trx) => {
    const user = await getUser(trx, id, now);
    const reactivated = await trx
      .updateTable("users")
      .set({ suspended_at: null, updated_at: now })
      .where("id", "=", id)
      .where("suspended_at", "is not", null)
      .executeTakeFirst();
    if (reactivated.numUpdatedRows === 0n) throw conflict("This account is not suspended.");
    await recordAudit(trx, ctx, { action: "user.reactivated", resource: { type: "user", id, name: user.email } });
    return { ...user, suspended_at: null };
  });
}
