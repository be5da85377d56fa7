import { createHash, randomBytes } from "node:crypto";
import type { Context } from "@/lib/db/context";
import { hasOwner } from "@/lib/nouns/users/queries";

const LIFETIME_MS = 7 * 86_400_000;

/**
 * Issues a token for the setup link; `null` once there is an owner. Only its hash is stored. Links printed before stay
 * valid until they expire, since several copies of the program may each print one.
 */
export async function issueSetupToken(ctx: Context): Promise<string | null> {
  if (await hasOwner(ctx)) return null;
  const token = randomBytes(32).toString("base64url");
  const now = ctx.clock.now();
  await ctx.db.deleteFrom("setup_tokens").where("expires_at", "<", now).execute();
  await ctx.db
    .insertInto("setup_tokens")
    .values({ token_hash: hashSetupToken(token), created_at: now, expires_at: new Date(now.getTime() + LIFETIME_MS) })
    .execute();
  return token;
}

/** Whether the setup page should show its form for this token. */
export async function isSetupTokenValid(ctx: Context, token: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("setup_tokens")
    .select("token_hash")
    .where("token_hash", "=", hashSetupToken(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.clock.now())
    .executeTakeFirst();
  return row !== undefined && !(await hasOwner(ctx));
}

export function hashSetupToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
