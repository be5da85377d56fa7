import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { getServerSession } from "next-auth/next";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { createAuthOptions, toAnswer, type Visit } from "@/lib/next/auth";
import { openDashboard } from "@/lib/next/dashboard.fixture";
import { FailedSignIns } from "@/lib/nouns/users/failed-sign-ins";
import { MAX_WAITING } from "@/lib/nouns/users/sign-in";
import { createSignInLimiter } from "@/lib/nouns/users/sign-in-limiter";
import { systemContext } from "@/lib/program/runtime";
import { createTestRuntime } from "@/lib/program/runtime.fixture";

let bench: ApiBench;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

/** Requests /api/auth/session as a browser with this cookie. */
async function askSession(db: Database, cookie: string): Promise<Response> {
  const runtime = { ...createTestRuntime({ url: "", db }, "all"), sessionSecret: "s".repeat(32) };
  const failures = new FailedSignIns(systemContext(runtime), runtime.log);
  const signIns = { limiter: createSignInLimiter(runtime.clock), failures, maxWaiting: MAX_WAITING };
  const visit: Visit = { address: "", userAgent: "", device: null, begun: null, outage: null };
  const [name = "", value = ""] = cookie.split("=");
  const request = Object.assign(new IncomingMessage(new Socket()), { cookies: { [name]: value } });
  const response = new ServerResponse(request);
  const session = await getServerSession(request, response, createAuthOptions(runtime, signIns, visit));
  const headers = new Headers();
  for (const line of [response.getHeader("set-cookie") ?? []].flat()) headers.append("set-cookie", String(line));
  return toAnswer(visit, Response.json(session, { headers }));
}

it("shows who is signed in, and removes the cookie of an ended session", async () => {
  const { id } = await bench.user();
  const { db } = bench.services;
  const { signIn } = openDashboard(bench);
  const cookie = await signIn(id);
  const known = await askSession(db, cookie);
  expect(await known.json()).toMatchObject({ user: { id, email: `${id}@example.com` } });
  expect(known.headers.get("set-cookie")).toMatch(/session-token=[^;]+;/);
  await db.deleteFrom("sessions").where("user_id", "=", id).execute();
  const ended = await askSession(db, cookie);
  expect([ended.status, await ended.json()]).toEqual([200, null]);
  expect(ended.headers.get("set-cookie")).toMatch(/session-token=;/);
});

it("keeps the cookie while the database is unreachable", async () => {
  const { id } = await bench.user();
  const cookie = await openDashboard(bench).signIn(id);
  const away = createDatabase(`postgres://${newId()}@127.0.0.1:1/none`);
  const answer = await askSession(away, cookie);
  expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("set-cookie")]).toEqual([
    503,
    "2",
    null,
  ]);
  await closeDatabase(away);
  expect((await askSession(bench.services.db, cookie)).status).toBe(200);
});
