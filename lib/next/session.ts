import { decode, encode } from "next-auth/jwt";
import type { Env } from "@/lib/kernel/env";
import { findCookie, toSetCookie, usesSecureCookies } from "@/lib/next/cookies";
import {
  findLiveSession,
  noteUse,
  renewSession,
  type SessionLimits,
  type SessionRow,
} from "@/lib/nouns/users/sessions";
import type { Runtime } from "@/lib/program/runtime";

/** Finds the signed-in person and session of a request's `Cookie` header; `null` for nobody. */
export type ReadSession = (cookieHeader: string | null) => Promise<{ userId: string; sessionId: string } | null>;

type Parts = Pick<Runtime, "env" | "db" | "clock" | "log" | "sessionSecret">;

/** How often the use of a session is written at most. */
const USE_NOTED_MS = 60_000;

export function sessionLimits(env: Pick<Env, "HOOKYARD_SESSION_HOURS" | "HOOKYARD_SESSION_IDLE_HOURS">): SessionLimits {
  return {
    absoluteMs: env.HOOKYARD_SESSION_HOURS * 3_600_000,
    idleMs: env.HOOKYARD_SESSION_IDLE_HOURS * 3_600_000,
  };
}

/**
 * Decrypts the session cookie and asks the database whether its session is live, at each request: nothing is cached
 * here, so a session that ended on any copy of the program is over with the next request.
 */
export function createReadSession(parts: Parts): ReadSession {
  const name = sessionCookie(usesSecureCookies(parts.env));
  const { idleMs } = sessionLimits(parts.env);
  return async (cookieHeader) => {
    const cookie = findCookie(cookieHeader, name);
    if (cookie === null) return null;
    const token = await decode({ token: cookie, secret: parts.sessionSecret }).catch(() => null);
    if (!token?.sub || typeof token.sid !== "string") return null;
    const now = parts.clock.now();
    const session = await findLiveSession(parts, token.sid, now);
    if (session?.user_id !== token.sub) return null;
    if (now.getTime() - session.last_seen_at.getTime() > USE_NOTED_MS) {
      // Nobody waits for it; the next request notes it if this one cannot.
      noteUse(parts, session.id, { now, idleMs }).catch((error: unknown) =>
        parts.log.warn({ err: error }, "the use of a session could not be noted"),
      );
    }
    return { userId: session.user_id, sessionId: session.id };
  };
}

/** Gives a live session another id; returns the `Set-Cookie` for it, as next-auth itself would write it. */
export function createRenewSession(parts: Parts) {
  return async (sessionId: string): Promise<string> => {
    const session = await renewSession(parts, sessionId, parts.clock.now());
    if (!session) throw new Error("This session has ended meanwhile.");
    return toSessionCookie(parts, session);
  };
}

async function toSessionCookie({ env, clock, sessionSecret }: Parts, session: SessionRow): Promise<string> {
  const isSecure = usesSecureCookies(env);
  const maxAge = Math.ceil((session.expires_at.getTime() - clock.now().getTime()) / 1000);
  const value = await encode({ token: { sub: session.user_id, sid: session.id }, secret: sessionSecret, maxAge });
  return toSetCookie({ name: sessionCookie(isSecure), value, path: "/", maxAgeSeconds: maxAge, isSecure });
}

function sessionCookie(isSecure: boolean): string {
  return `${isSecure ? "__Secure-" : ""}next-auth.session-token`;
}
