import type { Selectable } from "kysely";
import type { Context } from "@/lib/db/context";
import type { Users } from "@/lib/db/generated";

export type UserRow = Selectable<Users>;

type Reader = Pick<Context, "db">;

/** Finds the person with this email in any case, unless deleted. */
export async function findUserByEmail(ctx: Reader, email: string): Promise<UserRow | null> {
  const row = await ctx.db
    .selectFrom("users")
    .selectAll()
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.trim().toLowerCase()))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the person with this id, unless deleted. */
export async function findUser(ctx: Reader, id: string): Promise<UserRow | null> {
  const row = await ctx.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the person with this subject at the identity provider, unless deleted. */
export async function findUserByOidcSubject(ctx: Reader, subject: string): Promise<UserRow | null> {
  const row = await ctx.db
    .selectFrom("users")
    .selectAll()
    .where("oidc_subject", "=", subject)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the installation has been set up. */
export async function hasOwner(ctx: Reader): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("is_owner", "=", true)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
