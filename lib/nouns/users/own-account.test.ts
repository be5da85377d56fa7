import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { openDashboard, toCookie } from "@/lib/next/dashboard.fixture";

let bench: ApiBench;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

async function person() {
  const { id } = await bench.user();
  // The fixture's own session is not one of those that this person sees.
  await bench.services.db.deleteFrom("sessions").where("user_id", "=", id).execute();
  return { id, ...openDashboard(bench) };
}

it("lists a person's own sessions with the browser, its address and when it was seen", async () => {
  const { id, signIn, ask } = await person();
  const stranger = await person();
  await stranger.signIn(stranger.id);
  const here = await signIn(id, { userAgent: "Firefox on a laptop", address: "192.0.2.1" });
  await signIn(id, { userAgent: "Safari on a phone", address: "2001:db8::7" });
  const { data } = await (await ask("GET", "/v1/me/sessions", here)).json();
  expect(data.content).toMatchObject([
    { user_agent: "Safari on a phone", address: "2001:db8::7", is_current: false, method: "oidc" },
    { user_agent: "Firefox on a laptop", address: "192.0.2.1", is_current: true, method: "oidc" },
  ]);
});

it("ends one session, and none of another person", async () => {
  const { id, signIn, ask, readSession } = await person();
  const [here, elsewhere] = [await signIn(id), await signIn(id)];
  const stranger = await person();
  const theirs = await stranger.signIn(stranger.id);
  const idOf = async (cookie: string) => (await readSession(cookie))?.sessionId;
  expect((await ask("DELETE", `/v1/me/sessions/${await idOf(theirs)}`, here)).status).toBe(404);
  const path = `/v1/me/sessions/${await idOf(elsewhere)}`;
  expect((await ask("DELETE", path, here)).status).toBe(200);
  expect((await ask("DELETE", path, here)).status).toBe(404);
  expect([await readSession(elsewhere), await readSession(here), await readSession(theirs)]).toEqual([
    null,
    expect.objectContaining({ userId: id }),
    expect.objectContaining({ userId: stranger.id }),
  ]);
});

it("ends every other session and each copy of the present cookie, and the present session continues", async () => {
  const { id, signIn, ask, readSession } = await person();
  const [here, elsewhere] = [await signIn(id), await signIn(id)];
  const answer = await ask("DELETE", "/v1/me/sessions", here);
  expect(answer.status).toBe(200);
  const renewed = toCookie(answer.headers.get("set-cookie"));
  expect(await readSession(renewed)).toMatchObject({ userId: id });
  expect([await readSession(elsewhere), await readSession(here)]).toEqual([null, null]);
});

it("changes a person's own name, and says whether they have a password", async () => {
  const { id, signIn, ask } = await person();
  const cookie = await signIn(id);
  const answer = await (await ask("PUT", "/v1/me", cookie, { name: " Grace " })).json();
  expect(answer.data).toMatchObject({ name: "Grace", has_password: false });
  expect((await (await ask("PUT", "/v1/me", cookie, { name: " " })).json()).error.fields[0].path).toBe("name");
});

it("is for people only", async () => {
  const { keys } = await bench.project("incoming");
  const named = await bench.ask("PUT", "/v1/me", { key: keys.admin, body: { name: "x" } });
  const listed = await bench.ask("GET", "/v1/me/sessions", { key: keys.admin });
  const ended = await bench.ask("DELETE", "/v1/me/sessions", { key: keys.admin });
  expect([named.status, listed.status, ended.status]).toEqual([403, 403, 403]);
});
