import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { openDashboard, toCookie } from "@/lib/next/dashboard.fixture";
import { setPassword } from "@/lib/nouns/users/mutations";
import { hashPassword, verifyPassword } from "@/lib/nouns/users/password";
import { findUser } from "@/lib/nouns/users/queries";

let bench: ApiBench;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

async function person() {
  const { id } = await bench.user();
  await bench.services.db
    .updateTable("users")
    .set({ password_hash: await hashPassword("old password") })
    .where("id", "=", id)
    .execute();
  const dashboard = openDashboard(bench);
  const change = (cookie: string, body: object) => dashboard.ask("PUT", "/v1/me/password", cookie, body);
  return { id, change, ...dashboard };
}

const input = { current_password: "old password", new_password: "a much newer password" };

it("ends every session except the present one, which continues with the answer's cookie", async () => {
  const { id, signIn, change, readSession } = await person();
  const here = await signIn(id);
  const elsewhere = await signIn(id);
  const answer = await change(here, input);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
  expect(await readSession(toCookie(answer.headers.get("set-cookie")))).toMatchObject({ userId: id });
  expect([await readSession(here), await readSession(elsewhere)]).toEqual([null, null]);
  const user = await findUser(bench.services, id);
  expect(await verifyPassword(input.new_password, user?.password_hash ?? null)).toBe(true);
});

it("accepts no wrong present password, and none at all after five, in any browser", async () => {
  const { id, signIn, change } = await person();
  const [cookie, other] = [await signIn(id), await signIn(id)];
  for (let i = 0; i < 5; i += 1) {
    const answer = await change(cookie, { ...input, current_password: "guess" });
    expect([answer.status, (await answer.json()).error.fields[0].path]).toEqual([422, "current_password"]);
    expect(answer.headers.has("set-cookie")).toBe(false);
  }
  const answer = await change(cookie, input);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await change(other, input)).status).toBe(429);
});

it("changes nothing if the password was reset, or the session ended, while it was being hashed", async () => {
  const { id } = await person();
  const ctx = { ...bench.services, actor: { kind: "system" }, publicUrl: "", checkDestination: () => null } as const;
  const before = await findUser(bench.services, id);
  if (!before) throw new Error("There is no such person.");
  const own = {
    path: "new_password",
    action: "user.password_changed",
    exceptSessionId: await bench.session(id),
  } as const;
  const reset = { path: "password", action: "user.password_reset", password: "set by an operator" } as const;
  await setPassword(ctx, before, reset);
  await expect(setPassword(ctx, before, { ...own, password: "what the thief wanted" })).rejects.toThrow("elsewhere");
  const after = await findUser(bench.services, id);
  if (!after) throw new Error("There is no such person.");
  // The reset has ended that session.
  await expect(setPassword(ctx, after, { ...own, password: "what the thief wanted" })).rejects.toThrow("elsewhere");
  const present = await findUser(bench.services, id);
  expect(await verifyPassword(reset.password, present?.password_hash ?? null)).toBe(true);
});

it("refuses a trivial new password by its field, and changes nothing", async () => {
  const { id, signIn, change, readSession } = await person();
  const cookie = await signIn(id);
  const answer = await change(cookie, { ...input, new_password: "password123" });
  expect([answer.status, (await answer.json()).error.fields[0].path]).toEqual([422, "new_password"]);
  expect(await readSession(cookie)).not.toBeNull();
  const user = await findUser(bench.services, id);
  expect(await verifyPassword("old password", user?.password_hash ?? null)).toBe(true);
});

it("is for people only", async () => {
  const project = await bench.project("incoming");
  const { status } = await bench.ask("PUT", "/v1/me/password", { key: project.keys.admin, body: input });
  expect(status).toBe(403);
});
