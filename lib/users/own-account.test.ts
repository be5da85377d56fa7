import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { createApp } from "@/lib/api/app";
import { createReadSession, createRenewSession } from "@/lib/next/session";

let bench: ApiBench;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

async function person() {
  const { id } = await bench.user();
  const runtime = { env: {}, db: bench.services.db, sessionSecret: "s".repeat(32) };
  const renewSession = createRenewSession(runtime as Parameters<typeof createRenewSession>[0]);
  const readSession = createReadSession(runtime as Parameters<typeof createReadSession>[0]);
  const app = createApp(bench.services, { readSession, renewSession });
  const signIn = async () => (await renewSession(id)).split(";")[0] as string;
  const ask = (method: string, path: string, cookie: string, body?: object) =>
    app.request(path, {
      method,
      headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { id, signIn, ask, readSession };
}

it("ends every other session, and the one that asks goes on", async () => {
  const { id, signIn, ask, readSession } = await person();
  const [here, elsewhere] = [await signIn(), await signIn()];
  const answer = await ask("DELETE", "/v1/me/sessions", here);
  expect(answer.status).toBe(200);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] as string;
  expect(await readSession(cookie)).toEqual({ userId: id });
  expect(await readSession(elsewhere)).toBeNull();
});

it("changes a person's own name, and says whether they have a password", async () => {
  const { signIn, ask } = await person();
  const cookie = await signIn();
  const answer = await (await ask("PUT", "/v1/me", cookie, { name: " Grace " })).json();
  expect(answer.data).toMatchObject({ name: "Grace", has_password: false });
  expect((await (await ask("PUT", "/v1/me", cookie, { name: " " })).json()).error.fields[0].path).toBe("name");
});

it("is for people only", async () => {
  const { keys } = await bench.project("incoming");
  const named = await bench.ask("PUT", "/v1/me", { key: keys.admin, body: { name: "x" } });
  const ended = await bench.ask("DELETE", "/v1/me/sessions", { key: keys.admin });
  expect([named.status, ended.status]).toEqual([403, 403]);
});
