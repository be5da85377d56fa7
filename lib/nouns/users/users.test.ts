import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/db/context";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { systemClock } from "@/lib/kernel/clock";
import { INSTALLATION } from "@/lib/kernel/installation";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { FailedSignIns } from "@/lib/nouns/users/failed-sign-ins";
import { createOwner, redeemSetupToken, setPassword } from "@/lib/nouns/users/mutations";
import { findUser, findUserByEmail, hasOwner, type UserRow } from "@/lib/nouns/users/queries";
import { getResettableUser, resetPassword } from "@/lib/nouns/users/reset-password";
import { findLiveSession, startSession } from "@/lib/nouns/users/sessions";
import { hashSetupToken, isSetupTokenValid, issueSetupToken } from "@/lib/nouns/users/setup-token";
import { type KnownDevice, signInByOidc, signInByPassword } from "@/lib/nouns/users/sign-in";
import { createSignInLimiter } from "@/lib/nouns/users/sign-in-limiter";

const OWNER = { email: "Ada@Example.com", password: "a good password", name: "Ada" };

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = {
    actor: { kind: "system" },
    db: database.db,
    clock: systemClock,
    box: createSecretBox([Buffer.alloc(32)]),
    checkDestination: () => null,
    checkOrigin: () => null,
    publicUrl: "http://localhost:3000",
  };
});
afterAll(() => database.close());
beforeEach(async () => {
  await ctx.db.deleteFrom("sessions").execute();
  await ctx.db.deleteFrom("audit_log").execute();
  await ctx.db.deleteFrom("users").execute();
  await ctx.db.deleteFrom("setup_tokens").execute();
});

describe("the first owner", () => {
  it("is created once, however many requests run at once", async () => {
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => createOwner(ctx, { ...OWNER, email: `o${n}@x.io` })),
    );
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await hasOwner(ctx)).toBe(true);
  });

  it("is found by email in any case", async () => {
    const owner = await createOwner(ctx, OWNER);
    expect((await findUserByEmail(ctx, " ada@EXAMPLE.com "))?.id).toBe(owner.id);
  });
});

describe("the set-up link", () => {
  it("creates the owner once, and there is no other link after that", async () => {
    const token = (await issueSetupToken(ctx)) as string;
    expect(await isSetupTokenValid(ctx, token)).toBe(true);
    const tries = await Promise.allSettled([1, 2].map(() => redeemSetupToken(ctx, hashSetupToken(token), OWNER)));
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await isSetupTokenValid(ctx, token)).toBe(false);
    expect(await issueSetupToken(ctx)).toBeNull();
  });

  it("is refused if it was not printed, or is too old", async () => {
    await expect(redeemSetupToken(ctx, hashSetupToken("guess"), OWNER)).rejects.toMatchObject({ code: "forbidden" });
    const token = (await issueSetupToken(ctx)) as string;
    const later = { ...ctx, clock: { now: () => new Date(Date.now() + 8 * 86_400_000) } };
    expect(await isSetupTokenValid(later, token)).toBe(false);
    await expect(redeemSetupToken(later, hashSetupToken(token), OWNER)).rejects.toMatchObject({ code: "forbidden" });
    expect(await hasOwner(ctx)).toBe(false);
  });

  it("is not stored in a usable form", async () => {
    const token = (await issueSetupToken(ctx)) as string;
    const rows = await ctx.db.selectFrom("setup_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

/** Opens the state of a copy that has just started, and signs in at it. */
const opened: FailedSignIns[] = [];
// They write their notes a second later, when another test may be running.
afterEach(() => Promise.all(opened.splice(0).map((failures) => failures.write())));

function openDesk() {
  const failures = new FailedSignIns(ctx, pino({ level: "silent" }));
  opened.push(failures);
  const desk = { limiter: createSignInLimiter(systemClock), failures, maxWaiting: 3 };
  const tryWith = (password: string, address = "192.0.2.1", device: KnownDevice | null = null) =>
    signInByPassword(ctx, { email: "ada@example.com", password, address, device }, desk);
  return { ...desk, tryWith };
}

const begin = (user: UserRow, address = "192.0.2.1") =>
  startSession(ctx, {
    user,
    method: "password",
    browser: { userAgent: "Firefox", address },
    limits: { absoluteMs: 60_000, idleMs: 60_000 },
  });

const isLive = async (sessionId: string) => (await findLiveSession(ctx, sessionId, new Date())) !== null;

async function actions(): Promise<string[]> {
  const entries = await ctx.db
    .selectFrom("audit_log")
    .select(["action", "project_id"])
    .where("actor_kind", "!=", "anonymous")
    .orderBy("id")
    .execute();
  expect(entries.every((entry) => entry.project_id === INSTALLATION)).toBe(true);
  return entries.map((entry) => entry.action);
}

describe("signing in by password", () => {
  it("accepts the right password, and stops checking after five wrong ones", async () => {
    const owner = await createOwner(ctx, OWNER);
    const { tryWith } = openDesk();
    expect((await tryWith(OWNER.password))?.id).toBe(owner.id);
    for (let n = 0; n < 5; n += 1) expect(await tryWith(`wrong ${n}`)).toBeNull();
    await expect(tryWith(OWNER.password)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("lets the person in from elsewhere, by a known browser and from a known network, while others guess", async () => {
    const owner = await createOwner(ctx, OWNER);
    const { tryWith, limiter } = openDesk();
    await begin(owner, "203.0.113.7");
    for (let n = 0; n < 200; n += 1) {
      limiter.failed({ email: OWNER.email, network: `198.51.100.${n}`, deviceId: null, isAtHome: false });
    }
    for (let n = 0; n < 5; n += 1) expect(await tryWith("guess", "192.0.2.1", null).catch(() => null)).toBeNull();
    await expect(tryWith(OWNER.password, "192.0.2.9")).rejects.toMatchObject({ code: "rate_limited" });
    expect(await tryWith(OWNER.password, "203.0.113.7")).toMatchObject({ id: owner.id });
    const device = { userId: owner.id, deviceId: "laptop" };
    expect(await tryWith(OWNER.password, "192.0.2.1", device)).toMatchObject({ id: owner.id });
    const ofAnother = { ...device, userId: "01975f2a-9c10-7d22-9e3f-60718293a411" };
    await expect(tryWith(OWNER.password, "192.0.2.9", ofAnother)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("sends strangers away if many others wait, and keeps known browsers", async () => {
    const owner = await createOwner(ctx, OWNER);
    const { tryWith } = openDesk();
    const crowd = Array.from({ length: 8 }, (_, n) => tryWith("guess", `198.51.100.${n}`).catch((error) => error.code));
    const known = tryWith(OWNER.password, "192.0.2.1", { userId: owner.id, deviceId: "laptop" });
    expect(await known).toMatchObject({ id: owner.id });
    const answers = await Promise.all(crowd);
    expect(answers.filter((answer) => answer === null).length).toBeLessThanOrEqual(5);
    expect(answers).toContain("rate_limited");
  });

  it("tells suspended people so, with the right password only", async () => {
    const owner = await createOwner(ctx, OWNER);
    await ctx.db.updateTable("users").set({ suspended_at: new Date() }).execute();
    const { tryWith } = openDesk();
    expect(await tryWith("wrong")).toBeNull();
    await expect(tryWith(OWNER.password)).rejects.toMatchObject({ code: "forbidden" });
    await expect(begin(owner)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("starts no session with a password that was changed meanwhile", async () => {
    const owner = await createOwner(ctx, OWNER);
    const before = (await findUser(ctx, owner.id)) as UserRow;
    await setPassword(ctx, before, { path: "p", password: "a much newer one", action: "user.password_changed" });
    await expect(begin(before)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("records a flood of failed sign-ins in a few entries, without passwords", async () => {
    const { failures } = openDesk();
    for (let n = 0; n < 10_000; n += 1) failures.note({ email: `p${n % 100}@example.com`, address: "192.0.2.1" });
    failures.note({ email: "my secret password", address: "192.0.2.2" });
    await failures.write();
    const entries = await ctx.db.selectFrom("audit_log").selectAll().execute();
    expect(entries).toHaveLength(21);
    expect(entries.reduce((sum, entry) => sum + entry.count, 0)).toBe(10_001);
    expect(new Set(entries.map((entry) => entry.action))).toEqual(new Set(["user.sign_in_failed"]));
    failures.note({ email: "my secret password", address: "192.0.2.2" });
    await failures.write();
    expect(JSON.stringify(await ctx.db.selectFrom("audit_log").selectAll().execute())).not.toContain("secret");
  });
});

describe("a forgotten password", () => {
  it("is set anew from the command line, which ends every session and is recorded", async () => {
    const owner = await createOwner(ctx, OWNER);
    const session = await begin(owner);
    const user = await getResettableUser(ctx, " ADA@example.com ");
    await expect(resetPassword(ctx, user, "password123")).rejects.toMatchObject({ code: "invalid_fields" });
    expect(await isLive(session)).toBe(true);
    expect(await resetPassword(ctx, user, "a much newer one")).toBe(1);
    expect(await isLive(session)).toBe(false);
    const { tryWith } = openDesk();
    expect(await tryWith(OWNER.password)).toBeNull();
    expect((await tryWith("a much newer one"))?.id).toBe(owner.id);
    expect(await actions()).toEqual(["user.created", "user.signed_in", "user.password_reset"]);
    await expect(getResettableUser(ctx, "nobody@example.com")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("signing in by OpenID Connect", () => {
  const profile = { sub: "s-1", email: OWNER.email, email_verified: true };

  it("links a verified email to its person once, and recognizes them by the subject from then on", async () => {
    const owner = await createOwner(ctx, OWNER);
    expect((await signInByOidc(ctx, profile))?.id).toBe(owner.id);
    expect((await signInByOidc(ctx, { sub: "s-1" }))?.id).toBe(owner.id);
    expect(await signInByOidc(ctx, { ...profile, sub: "s-2" })).toBeNull();
  });

  it("ends the account's older password and sessions, whoever had them", async () => {
    const owner = await createOwner(ctx, OWNER);
    const session = await begin(owner);
    await signInByOidc(ctx, profile);
    expect(await isLive(session)).toBe(false);
    expect(await openDesk().tryWith(OWNER.password)).toBeNull();
    expect(await actions()).toEqual(["user.created", "user.signed_in", "user.oidc_linked"]);
  });

  it("refuses unknown people, unverified emails, and suspended people", async () => {
    await createOwner(ctx, OWNER);
    expect(await signInByOidc(ctx, { sub: "s-1", email: "eve@example.com", email_verified: true })).toBeNull();
    expect(await signInByOidc(ctx, { sub: "s-1", email: OWNER.email })).toBeNull();
    await ctx.db.updateTable("users").set({ suspended_at: new Date() }).execute();
    expect(await signInByOidc(ctx, profile)).toBeNull();
    await ctx.db.updateTable("users").set({ oidc_subject: "s-1" }).execute();
    expect(await signInByOidc(ctx, profile)).toBeNull();
  });
});
