import { decode, encode } from "next-auth/jwt";
import { newId } from "@/lib/kernel/ids";
import { findCookie, toSetCookie, usesSecureCookies } from "@/lib/next/cookies";
import type { KnownDevice } from "@/lib/nouns/users/sign-in";
import type { Runtime } from "@/lib/program/runtime";

type Parts = Pick<Runtime, "env" | "sessionSecret">;

const LIFETIME_SECONDS = 400 * 86_400;
/** Gives it a key of its own: this cookie never counts as a session, and a session never as this. */
const SALT = "known device";

/**
 * Reads the mark of a browser in which somebody has signed in before. It grants nothing: it only keeps wrong passwords
 * of strangers from locking this browser out.
 */
export async function readKnownDevice(parts: Parts, cookieHeader: string | null): Promise<KnownDevice | null> {
  const cookie = findCookie(cookieHeader, cookieName(usesSecureCookies(parts.env)));
  if (cookie === null) return null;
  const token = await decode({ token: cookie, secret: parts.sessionSecret, salt: SALT }).catch(() => null);
  return token?.sub && typeof token.did === "string" ? { userId: token.sub, deviceId: token.did } : null;
}

/** The `Set-Cookie` that marks this browser as one of that person's. */
export async function markDevice(parts: Parts, userId: string): Promise<string> {
  const isSecure = usesSecureCookies(parts.env);
  const value = await encode({
    token: { sub: userId, did: newId() },
    secret: parts.sessionSecret,
    maxAge: LIFETIME_SECONDS,
    salt: SALT,
  });
  const maxAgeSeconds = LIFETIME_SECONDS;
  return toSetCookie({ name: cookieName(isSecure), value, path: "/api/auth", maxAgeSeconds, isSecure });
}

function cookieName(isSecure: boolean): string {
  return `${isSecure ? "__Secure-" : ""}hookyard.known-device`;
}
