import type { Context } from "@/lib/db/context";
import { HookyardError } from "@/lib/kernel/errors";
import { networkOf } from "@/lib/kernel/network-of";
import type { FailedSignIns } from "@/lib/nouns/users/failed-sign-ins";
import { linkOidcSubject } from "@/lib/nouns/users/mutations";
import { countWaitingHashes, verifyPassword } from "@/lib/nouns/users/password";
import { findUserByEmail, findUserByOidcSubject, type UserRow } from "@/lib/nouns/users/queries";
import type { SignIn } from "@/lib/nouns/users/schemas";
import { isAtHome } from "@/lib/nouns/users/sessions";
import type { SignInLimiter, SignInTry } from "@/lib/nouns/users/sign-in-limiter";

/** A browser in which this person has signed in before. */
export type KnownDevice = { userId: string; deviceId: string };

/** A copy's state of sign-ins. */
export type SignInDesk = {
  limiter: SignInLimiter;
  failures: FailedSignIns;
  /** Passwords are compared one after another: strangers are sent away while this many wait. */
  maxWaiting: number;
};

/** A password takes a tenth of a second, so nobody waits for longer than three. */
export const MAX_WAITING = 30;

type PasswordSignIn = SignIn & { address: string; device: KnownDevice | null };

/**
 * Returns the person with this email and password, or `null`; throws `rate_limited` after too many wrong ones,
 * `forbidden` with the right password of a suspended account.
 */
export async function signInByPassword(
  ctx: Context,
  input: PasswordSignIn,
  { limiter, failures, maxWaiting }: SignInDesk,
): Promise<UserRow | null> {
  const user = await findUserByEmail(ctx, input.email);
  const tried = await describeTry(ctx, input, user);
  const wait = limiter.waitSeconds(tried);
  if (wait > 0) {
    failures.note(input);
    throw tooMany(wait);
  }
  if (tried.deviceId === null && !tried.isAtHome && countWaitingHashes() >= maxWaiting) {
    throw new HookyardError("rate_limited", "Many people sign in at the moment. Try again in a few seconds.", {
      retryAfter: 5,
    });
  }
  // Counted before the slow comparison, so that concurrent guesses do not slip through together.
  limiter.failed(tried);
  if (!(await verifyPassword(input.password, user?.password_hash ?? null))) {
    failures.note(input);
    return null;
  }
  limiter.succeeded(tried);
  if (user?.suspended_at) {
    failures.note(input);
    throw new HookyardError("forbidden", "This account is suspended. Ask the owner of this installation.");
  }
  return user;
}

/** The marks by which attempts to sign in are counted. */
async function describeTry(
  ctx: Context,
  { email, address, device }: PasswordSignIn,
  user: UserRow | null,
): Promise<SignInTry> {
  const network = networkOf(address);
  if (user === null) return { email, network, deviceId: null, isAtHome: false };
  return {
    email,
    network,
    deviceId: device?.userId === user.id ? device.deviceId : null,
    isAtHome: await isAtHome(ctx, user.id, network),
  };
}

/** The identity provider's description of a person. */
export type OidcProfile = {
  sub: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string | undefined;
};

/**
 * Returns the person whom the identity provider vouches for; `null` for an unknown or suspended one. An account with
 * the same verified email is linked at the first time, which ends its password and its sessions: they may have been
 * created by somebody else.
 */
export async function signInByOidc(ctx: Context, profile: OidcProfile): Promise<UserRow | null> {
  const known = await findUserByOidcSubject(ctx, profile.sub);
  if (known) return known.suspended_at ? null : known;
  const email = verifiedEmailOf(profile);
  const user = email === null ? null : await findUserByEmail(ctx, email);
  if (!user || user.suspended_at || !(await linkOidcSubject(ctx, user, profile.sub))) return null;
  return user;
}

/** The email that the provider has verified, or null. */
export function verifiedEmailOf(profile: OidcProfile): string | null {
  return profile.email && profile.email_verified === true ? profile.email : null;
}

function tooMany(wait: number): HookyardError {
  const when = wait < 60 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`;
  return new HookyardError("rate_limited", `Too many wrong passwords. Try again in ${when}.`, { retryAfter: wait });
}
