import type { Context } from "@/lib/db/context";
import { conflict } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { revokeInvitationsOf } from "@/lib/nouns/members/invitations";
import { getUser } from "@/lib/nouns/users/list-users";
import { revokeKeysOf } from "@/lib/nouns/users/revoke-keys-of";
import type { SuspendedUser, User } from "@/lib/nouns/users/schemas";
import { endSessions } from "@/lib/nouns/users/sessions";

/** The result of a suspension, and the projects whose keys were revoked. */
export type Suspension = { user: SuspendedUser; projectIds: readonly string[] };

/**
 * Suspends a person: their sessions end, and the keys that they made and their invitations are revoked, in the same
 * transaction. Their roles stay for their reactivation. Throws a conflict for the owner, and for a suspended person.
 */
export async function suspendUser(ctx: Context, id: string): Promise<Suspension> {
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (trx) => {
    const before = await getUser(trx, id, now);
    if (before.is_owner) throw conflict("The installation's owner cannot be suspended.");
    // Locks the person's row first: a concurrent creation of a key or a session has it locked, and is there afterwards
    // to be ended.
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

/**
 * Lets a person sign in again, with their former roles. Their keys stay revoked. Throws a conflict unless they are
 * suspended.
 */
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
