import type { ApiBench } from "@/lib/api/api.fixture";
import { createApp } from "@/lib/api/app";
import { readEnv } from "@/lib/kernel/env";
import { createReadSession, createRenewSession, sessionLimits } from "@/lib/next/session";
import { findUser } from "@/lib/nouns/users/queries";
import { startSession } from "@/lib/nouns/users/sessions";

/** The API of a bench with the real sessions of the dashboard. Its clock is the bench's. */
export function openDashboard(bench: ApiBench, settings: Record<string, string> = {}) {
  const env = readEnv(settings);
  const parts = () => ({ ...bench.services, env, sessionSecret: "s".repeat(32) });
  const readSession = (cookie: string | null) => createReadSession(parts())(cookie);
  const renewSession = (sessionId: string) => createRenewSession(parts())(sessionId);
  const app = createApp(bench.services, { readSession, renewSession });
  return {
    readSession,
    /** Signs a person in; returns the `Cookie` of their browser from then on. */
    async signIn(userId: string, browser = { userAgent: "Firefox", address: "192.0.2.1" }): Promise<string> {
      const user = await findUser(bench.services, userId);
      if (!user) throw new Error("There is nobody to sign in.");
      const limits = sessionLimits(env);
      const id = await startSession(bench.system, { user, method: "oidc", browser, limits });
      return toCookie(await renewSession(id));
    },
    ask: (method: string, path: string, cookie: string, body?: object) =>
      app.request(path, {
        method,
        headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}

/** The part of a `Set-Cookie` that a browser sends back. */
export function toCookie(setCookie: string | null): string {
  return setCookie?.split(";")[0] ?? "";
}
