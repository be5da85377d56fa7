import { type Kysely, sql } from "kysely";
import type { Context } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { conflict, HookyardError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { hashPassword } from "@/lib/nouns/users/password";
import { refuseTrivialPassword } from "@/lib/nouns/users/password-strength";
import { hasOwner, type UserRow } from "@/lib/nouns/users/queries";
import { revokeKeysOf } from "@/lib/nouns/users/revoke-keys-of";
import { CreateOwner } from "@/lib/nouns/users/schemas";
import { asPerson, endSessions, findLiveSession } from "@/lib/nouns/users/sessions";

/** Any number that no other advisory lock of a transaction uses. */
const OWNER_CREATION_LOCK = 7_204_811_533;

/** Creates the installation's owner; throws a conflict if there is one, however many requests run at once. */
export async function createOwner(ctx: Context, input: CreateOwner): Promise<UserRow> {
  const owner = await prepareOwner(input);
  return ctx.db.transaction().execute(async (db) => {
    await refuseSecondOwner(db);
    return insertOwner(ctx, db, owner);
  });
}

/** Creates the owner by the printed link: the token counts once, and only while there is no owner. */
export async function redeemSetupToken(ctx: Context, tokenHash: Buffer, input: CreateOwner): Promise<UserRow> {
  const owner = await prepareOwner(input);
  return ctx.db.transaction().execute(async (db) => {
    await refuseSecondOwner(db);
    const now = ctx.clock.now();
    const used = await db
      .updateTable("setup_tokens")
      .set({ used_at: now })
      .where("token_hash", "=", tokenHash)
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) {
      throw new HookyardError("forbidden", "This set-up link is not valid any more. Restart Hookyard for a new one.");
    }
    return insertOwner(ctx, db, owner);
  });
}

/** Why a password is set: its person changed it, or an operator on the command line did. */
type PasswordAction = "user.password_changed" | "user.password_reset";

type NewPassword = { path: string; password: string; action: PasswordAction; exceptSessionId?: string | undefined };

/**
 * Sets a new password, and ends every session of that person except `exceptSessionId`; returns how many ended. A
 * person's own change replaces only the password that they gave, in a session that is still live: hashing takes a
 * while, in which an operator may have reset it, the identity provider have replaced it, or the session have ended.
 * Throws `conflict` then.
 */
export async function setPassword(ctx: Context, user: UserRow, change: NewPassword): Promise<number> {
  await refuseTrivialPassword(change.path, change.password, user);
  const passwordHash = await hashPassword(change.password);
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (trx) => {
    let update = trx
      .updateTable("users")
      .set({ password_hash: passwordHash, updated_at: now })
      .where("id", "=", user.id)
      .where("deleted_at", "is", null);
    if (change.action === "user.password_changed") {
      update = update.where("password_hash", "=", user.password_hash).where("suspended_at", "is", null);
    }
    const changed = await update.executeTakeFirst();
    const { exceptSessionId } = change;
    const isOver = exceptSessionId !== undefined && !(await findLiveSession({ db: trx }, exceptSessionId, now));
    if (changed.numUpdatedRows === 0n || isOver) {
      throw conflict("Your password or your sign-in was changed elsewhere just now. Sign in again.");
    }
    const ended = await endSessions(trx, now, { userId: user.id, exceptId: change.exceptSessionId });
    await recordAudit(trx, ctx, { action: change.action, resource: { type: "user", id: user.id, name: user.email } });
    return ended.length;
  });
}

/**
 * Links a person to their account at the identity provider, unless they are linked to another one. Their password and
 * their sessions end, and the keys of an account with an unproven email.
 */
export async function linkOidcSubject(ctx: Context, user: UserRow, subject: string): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (trx) => {
    const linked = await trx
      .updateTable("users")
      .set({
        oidc_subject: subject,
        password_hash: null,
        email_proven_at: sql<Date>`coalesce(email_proven_at, ${now})`,
        updated_at: now,
      })
      .where("id", "=", user.id)
      .where("oidc_subject", "is", null)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (linked.numUpdatedRows === 0n) return false;
    await endSessions(trx, now, { userId: user.id });
    if (user.email_proven_at === null) await revokeKeysOf(trx, asPerson(ctx, user), { userId: user.id });
    await recordAudit(trx, asPerson(ctx, user), {
      action: "user.oidc_linked",
      resource: { type: "user", id: user.id, name: user.email },
    });
    return true;
  });
}

type NewOwner = { email: string; name: string; passwordHash: string };

async function prepareOwner(input: CreateOwner): Promise<NewOwner> {
  const { password, ...owner } = CreateOwner.parse(input);
  await refuseTrivialPassword("password", password, owner);
  return { ...owner, passwordHash: await hashPassword(password) };
}

async function insertOwner(ctx: Context, db: Kysely<DB>, owner: NewOwner): Promise<UserRow> {
  const now = ctx.clock.now();
  const user = await db
    .insertInto("users")
    .values({
      id: newId(),
      email: owner.email,
      name: owner.name,
      password_hash: owner.passwordHash,
      is_owner: true,
      email_proven_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(db, ctx, { action: "user.created", resource: { type: "user", id: user.id, name: user.email } });
  return user;
}

async function refuseSecondOwner(db: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${OWNER_CREATION_LOCK})`.execute(db);
  if (await hasOwner({ db: db as Context["db"] })) throw conflict("This installation has an owner already. Sign in.");
}
