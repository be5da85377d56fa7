import { decode, encode } from "next-auth/jwt";
import type { Env } from "@/lib/env";
import type { Runtime } from "@/lib/runtime";
import { findUser } from "@/lib/users/queries";

export const SESSION_SECONDS = 7 * 86_400;

/** Who is signed in, from a request's `Cookie` header; `null` for nobody. */
export type ReadSession = (cookieHeader: string | null) => Promise<{ userId: string } | null>;

/** Cookies are marked secure when the public address says https. */
export function usesSecureCookies(env: Pick<Env, "HOOKYARD_URL">): boolean {
  return env.HOOKYARD_URL?.startsWith("https://") ?? false;
}

/**
 * Decrypts the session cookie and asks the database whether it still counts: a session ends when its person is
 * deleted or changes the password.
 */
export function createReadSession(runtime: Pick<Runtime, "env" | "db" | "sessionSecret">): ReadSession {
  const name = sessionCookie(usesSecureCookies(runtime.env));
  return async (cookieHeader) => {
    const cookie = findCookie(cookieHeader, name);
    if (cookie === null) return null;
    const token = await decode({ token: cookie, secret: runtime.sessionSecret }).catch(() => null);
    if (!token?.sub) return null;
    const user = await findUser(runtime, token.sub);
    return user !== null && user.session_version === token.version ? { userId: user.id } : null;
  };
}

/** The `Set-Cookie` of a fresh session of a person, as next-auth itself would write it. */
export function createRenewSession(runtime: Pick<Runtime, "env" | "db" | "sessionSecret">) {
  const isSecure = usesSecureCookies(runtime.env);
  return async (userId: string): Promise<string> => {
    const user = await findUser(runtime, userId);
    if (!user) throw new Error("This person was deleted meanwhile.");
    const { id: sub, email, name, session_version: version } = user;
    const secret = runtime.sessionSecret;
    const token = await encode({ token: { sub, email, name, version }, secret, maxAge: SESSION_SECONDS });
    return `${sessionCookie(isSecure)}=${token}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  };
}

function sessionCookie(isSecure: boolean): string {
  return `${isSecure ? "__Secure-" : ""}next-auth.session-token`;
}

function findCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}
