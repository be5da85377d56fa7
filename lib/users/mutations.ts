import { type Kysely, sql } from "kysely";
import type { Context } from "@/lib/context";
import type { DB } from "@/lib/db/generated";
import { conflict, HookyardError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { hashPassword } from "@/lib/users/password";
import { hasOwner, type UserRow } from "@/lib/users/queries";
import { CreateOwner } from "@/lib/users/schemas";

/** Any number that no other advisory lock of a transaction uses. */
const OWNER_CREATION_LOCK = 7_204_811_533;

/** Makes the installation's owner; a conflict when there is one, however many ask at once. */
export async function createOwner(ctx: Context, input: CreateOwner): Promise<UserRow> {
  const owner = CreateOwner.parse(input);
  const passwordHash = await hashPassword(owner.password);
  return ctx.db.transaction().execute(async (db) => {
    await refuseSecondOwner(db);
    return insertOwner(ctx, db, { ...owner, passwordHash });
  });
}

/** Makes the owner by the printed link: the token counts once, and only while there is no owner. */
export async function redeemSetupToken(ctx: Context, tokenHash: Buffer, input: CreateOwner): Promise<UserRow> {
  const owner = CreateOwner.parse(input);
  const passwordHash = await hashPassword(owner.password);
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
    return insertOwner(ctx, db, { ...owner, passwordHash });
  });
}

/** Sets a new password and ends every session of that person. */
export async function changePassword(ctx: Context, userId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await ctx.db
    .updateTable("users")
    .set((eb) => ({
      password_hash: passwordHash,
      session_version: eb("session_version", "+", 1),
      updated_at: ctx.clock.now(),
    }))
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .execute();
}

/** Ties a person to their account at the identity provider, unless they are tied to another one. */
export async function linkOidcSubject(ctx: Context, userId: string, subject: string): Promise<boolean> {
  const result = await ctx.db
    .updateTable("users")
    .set({ oidc_subject: subject, updated_at: ctx.clock.now() })
    .where("id", "=", userId)
    .where("oidc_subject", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

type NewOwner = { email: string; name: string; passwordHash: string };

async function insertOwner(ctx: Context, db: Kysely<DB>, owner: NewOwner): Promise<UserRow> {
  const now = ctx.clock.now();
  return db
    .insertInto("users")
    .values({
      id: newId(),
      email: owner.email,
      name: owner.name,
      password_hash: owner.passwordHash,
      is_owner: true,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function refuseSecondOwner(db: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${OWNER_CREATION_LOCK})`.execute(db);
  if (await hasOwner({ db: db as Context["db"] })) throw conflict("This installation has an owner already. Sign in.");
}
