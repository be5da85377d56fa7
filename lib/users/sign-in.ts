import type { Context } from "@/lib/context";
import { HookyardError } from "@/lib/errors";
import { linkOidcSubject } from "@/lib/users/mutations";
import { verifyPassword } from "@/lib/users/password";
import { findUserByEmail, findUserByOidcSubject, type UserRow } from "@/lib/users/queries";
import type { SignIn } from "@/lib/users/schemas";
import type { SignInLimiter } from "@/lib/users/sign-in-limiter";

/** The person whose email and password these are, or `null`; `rate_limited` after too many wrong ones. */
export async function signInByPassword(
  ctx: Context,
  input: SignIn & { address: string },
  limiter: SignInLimiter,
): Promise<UserRow | null> {
  const wait = limiter.waitSeconds(input.email, input.address);
  if (wait > 0) {
    throw new HookyardError("rate_limited", `Too many wrong passwords. Try again in ${Math.ceil(wait / 60)} minutes.`, {
      retryAfter: wait,
    });
  }
  // Counted before the slow comparison, so that tries sent all at once do not slip through together.
  limiter.failed(input.email, input.address);
  const user = await findUserByEmail(ctx, input.email);
  const isRight = await verifyPassword(input.password, user?.password_hash ?? null);
  if (!isRight) return null;
  limiter.succeeded(input.email, input.address);
  return user;
}

/** What an identity provider tells of a person. */
export type OidcProfile = { sub: string; email?: string | undefined; email_verified?: boolean | undefined };

/**
 * The person whom the identity provider vouches for, or `null`. Somebody known here by a verified email is tied to
 * the account at the first time; nobody becomes a user by having an account there.
 */
export async function signInByOidc(ctx: Context, profile: OidcProfile): Promise<UserRow | null> {
  const known = await findUserByOidcSubject(ctx, profile.sub);
  if (known) return known;
  if (!profile.email || profile.email_verified !== true) return null;
  const user = await findUserByEmail(ctx, profile.email);
  if (!user || !(await linkOidcSubject(ctx, user.id, profile.sub))) return null;
  return user;
}
