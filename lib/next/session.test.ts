import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { openDashboard } from "@/lib/next/dashboard.fixture";
import { markDevice, readKnownDevice } from "@/lib/next/known-device";
import { signOut } from "@/lib/nouns/users/sessions";

const HOUR_MS = 3_600_000;
const SECRET = "s".repeat(32);

let bench: ApiBench;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

const cookieOf = async (token: Record<string, unknown>, secret = SECRET, salt = "") =>
  `theme=dark; next-auth.session-token=${await encode({ token, secret, salt })}; other=1`;

/** Signs a person in, with a clock that can be moved. */
async function person(settings?: Record<string, string>) {
  const { id } = await bench.user();
  const dashboard = openDashboard(bench, settings);
  const cookie = await dashboard.signIn(id);
  const knows = () => dashboard.readSession(cookie);
  return { id, cookie, knows, ...dashboard };
}

async function later<T>(ms: number, run: () => Promise<T>): Promise<T> {
  const { clock } = bench.services;
  const now = clock.now().getTime() + ms;
  bench.services.clock = { now: () => new Date(now) };
  try {
    return await run();
  } finally {
    bench.services.clock = clock;
  }
}

it("identifies the person of a live session", async () => {
  const { id, knows } = await person();
  expect(await knows()).toMatchObject({ userId: id });
});

it("identifies nobody without a cookie, or with a forged one, one without a session, or one of another person's session", async () => {
  const { id, readSession, knows } = await person();
  const sid = (await knows())?.sessionId;
  expect(await readSession(null)).toBeNull();
  expect(await readSession("next-auth.session-token=abc")).toBeNull();
  expect(await readSession(await cookieOf({ sub: id, sid }))).not.toBeNull();
  expect(await readSession(await cookieOf({ sub: id, sid }, "another secret entirely"))).toBeNull();
  expect(await readSession(await cookieOf({ sub: id }))).toBeNull();
  expect(await readSession(await cookieOf({ sub: id, sid: newId() }))).toBeNull();
  expect(await readSession(await cookieOf({ sub: newId(), sid }))).toBeNull();
});

it("ends on every copy with the next request after signing out, though the cookie is kept", async () => {
  const { cookie, knows } = await person();
  const elsewhere = openDashboard(bench);
  expect(await elsewhere.readSession(cookie)).not.toBeNull();
  await signOut(bench.system, (await knows())?.sessionId ?? "");
  expect([await knows(), await elsewhere.readSession(cookie)]).toEqual([null, null]);
});

it("ends after its longest life, however much it is used", async () => {
  const { knows } = await person({ HOOKYARD_SESSION_HOURS: "5", HOOKYARD_SESSION_IDLE_HOURS: "2" });
  const { db } = bench.services;
  const idleUntil = () => db.selectFrom("sessions").select("idle_until").orderBy("id", "desc").executeTakeFirst();
  for (const hours of [1.5, 3, 4.5]) {
    await later(hours * HOUR_MS, async () => {
      const before = await idleUntil();
      expect(await knows()).not.toBeNull();
      await vi.waitFor(async () => expect(await idleUntil()).not.toEqual(before));
    });
  }
  await later(5 * HOUR_MS + 1_000, async () => expect(await knows()).toBeNull());
});

it("ends if it is not used", async () => {
  const { knows } = await person({ HOOKYARD_SESSION_IDLE_HOURS: "2" });
  await later(2 * HOUR_MS - 60_000, async () => expect(await knows()).not.toBeNull());
  const unused = await person({ HOOKYARD_SESSION_IDLE_HOURS: "2" });
  await later(2 * HOUR_MS + 1_000, async () => expect(await unused.knows()).toBeNull());
});

it("ends when its person is deleted", async () => {
  const { id, knows } = await person();
  await bench.services.db.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", id).execute();
  expect(await knows()).toBeNull();
});

it("does not start from the mark of a known browser, nor the mark from a session", async () => {
  const { id, cookie, readSession } = await person();
  const parts = { env: { HOOKYARD_URL: undefined } as never, sessionSecret: SECRET };
  const mark = (await markDevice(parts, id)).split(";")[0] ?? "";
  expect(await readKnownDevice(parts, mark)).toMatchObject({ userId: id });
  const value = mark.split("=")[1];
  expect(await readSession(`next-auth.session-token=${value}`)).toBeNull();
  expect(await readKnownDevice(parts, `hookyard.known-device=${cookie.split("=")[1]}`)).toBeNull();
});
