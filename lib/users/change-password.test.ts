import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { createApp } from "@/lib/api/app";
import { createReadSession, createRenewSession } from "@/lib/next/session";
import { hashPassword, verifyPassword } from "@/lib/users/password";
import { findUser } from "@/lib/users/queries";

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
  const runtime = { env: {}, db: bench.services.db, sessionSecret: "s".repeat(32) };
  const renewSession = createRenewSession(runtime as Parameters<typeof createRenewSession>[0]);
  const readSession = createReadSession(runtime as Parameters<typeof createReadSession>[0]);
  const app = createApp(bench.services, { readSession, renewSession });
  const signIn = async () => (await renewSession(id)).split(";")[0] as string;
  const change = (cookie: string, body: object) =>
    app.request("/v1/me/password", {
      method: "PUT",
      headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return { id, signIn, change, readSession };
}

const input = { current_password: "old password", new_password: "new password" };

it("ends every session but the one that asks, which goes on with the answer's cookie", async () => {
  const { id, signIn, change, readSession } = await person();
  const here = await signIn();
  const elsewhere = await signIn();
  const answer = await change(here, input);
  expect(answer.status).toBe(200);
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  expect(await readSession(cookie.split(";")[0] as string)).toEqual({ userId: id });
  expect([await readSession(here), await readSession(elsewhere)]).toEqual([null, null]);
  const user = await findUser(bench.services, id);
  expect(await verifyPassword("new password", user?.password_hash ?? null)).toBe(true);
});

it("takes no wrong present password, and hears none after five", async () => {
  const { signIn, change } = await person();
  const cookie = await signIn();
  for (let i = 0; i < 5; i += 1) {
    const answer = await change(cookie, { ...input, current_password: "guess" });
    expect([answer.status, (await answer.json()).error.fields[0].path]).toEqual([422, "current_password"]);
    expect(answer.headers.has("set-cookie")).toBe(false);
  }
  const answer = await change(cookie, input);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

it("is for people only", async () => {
  const project = await bench.project("incoming");
  const { status } = await bench.ask("PUT", "/v1/me/password", { key: project.keys.admin, body: input });
  expect(status).toBe(403);
});
