import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { createSecretBox } from "@/lib/secret-box";
import { changePassword, createOwner, redeemSetupToken } from "@/lib/users/mutations";
import { findUser, findUserByEmail, hasOwner } from "@/lib/users/queries";
import { hashSetupToken, isSetupTokenValid, issueSetupToken } from "@/lib/users/setup-token";
import { signInByOidc, signInByPassword } from "@/lib/users/sign-in";
import { createSignInLimiter } from "@/lib/users/sign-in-limiter";

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
    publicUrl: "http://localhost:3000",
  };
});
afterAll(() => database.close());
beforeEach(async () => {
  await ctx.db.deleteFrom("users").execute();
  await ctx.db.deleteFrom("setup_tokens").execute();
});

describe("the first owner", () => {
  it("is one, however many are made at once", async () => {
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => createOwner(ctx, { ...OWNER, email: `o${n}@x.io` })),
    );
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await hasOwner(ctx)).toBe(true);
  });

  it("is found by email in whatever case", async () => {
    const owner = await createOwner(ctx, OWNER);
    expect((await findUserByEmail(ctx, " ada@EXAMPLE.com "))?.id).toBe(owner.id);
  });
});

describe("the set-up link", () => {
  it("makes the owner once, and there is no other link after that", async () => {
    const token = (await issueSetupToken(ctx)) as string;
    expect(await isSetupTokenValid(ctx, token)).toBe(true);
    const tries = await Promise.allSettled([1, 2].map(() => redeemSetupToken(ctx, hashSetupToken(token), OWNER)));
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await isSetupTokenValid(ctx, token)).toBe(false);
    expect(await issueSetupToken(ctx)).toBeNull();
  });

  it("is refused when it was not printed, or is too old", async () => {
    await expect(redeemSetupToken(ctx, hashSetupToken("guess"), OWNER)).rejects.toMatchObject({ code: "forbidden" });
    const token = (await issueSetupToken(ctx)) as string;
    const later = { ...ctx, clock: { now: () => new Date(Date.now() + 8 * 86_400_000) } };
    expect(await isSetupTokenValid(later, token)).toBe(false);
    await expect(redeemSetupToken(later, hashSetupToken(token), OWNER)).rejects.toMatchObject({ code: "forbidden" });
    expect(await hasOwner(ctx)).toBe(false);
  });

  it("is not kept in the database in words that could be used", async () => {
    const token = (await issueSetupToken(ctx)) as string;
    const rows = await ctx.db.selectFrom("setup_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("signing in by password", () => {
  it("knows the right password, and stops listening after five wrong ones", async () => {
    const owner = await createOwner(ctx, OWNER);
    const limiter = createSignInLimiter(systemClock);
    const tryWith = (password: string) =>
      signInByPassword(ctx, { email: "ada@example.com", password, address: "192.0.2.1" }, limiter);
    expect((await tryWith(OWNER.password))?.id).toBe(owner.id);
    for (let n = 0; n < 5; n += 1) expect(await tryWith(`wrong ${n}`)).toBeNull();
    await expect(tryWith(OWNER.password)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("ends sessions when the password changes", async () => {
    const owner = await createOwner(ctx, OWNER);
    await changePassword(ctx, owner.id, "another password");
    expect((await findUser(ctx, owner.id))?.session_version).toBe(owner.session_version + 1);
  });
});

describe("signing in by OpenID Connect", () => {
  it("ties a verified email to its person once, and knows them by the subject from then on", async () => {
    const owner = await createOwner(ctx, OWNER);
    const profile = { sub: "s-1", email: OWNER.email, email_verified: true };
    expect((await signInByOidc(ctx, profile))?.id).toBe(owner.id);
    expect((await signInByOidc(ctx, { sub: "s-1" }))?.id).toBe(owner.id);
    expect(await signInByOidc(ctx, { ...profile, sub: "s-2" })).toBeNull();
  });

  it("lets in nobody unknown, and nobody whose email the provider did not verify", async () => {
    await createOwner(ctx, OWNER);
    expect(await signInByOidc(ctx, { sub: "s-1", email: "eve@example.com", email_verified: true })).toBeNull();
    expect(await signInByOidc(ctx, { sub: "s-1", email: OWNER.email })).toBeNull();
  });
});
