import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { forgetApiKeys } from "@/lib/api/key-cache";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const statusOf = async (headers: Record<string, string>, method = "GET", path = `/v1/projects/${project.id}`) =>
  (await bench.ask(method, path, { headers })).status;

describe("an API key", () => {
  it("works with and without Bearer, and not with a letter changed", async () => {
    const key = project.keys.viewer;
    expect(await statusOf({ authorization: `Bearer ${key}` })).toBe(200);
    expect(await statusOf({ authorization: `bearer   ${key}` })).toBe(200);
    expect(await statusOf({ authorization: key })).toBe(200);
    const last = key.at(-1) === "A" ? "B" : "A";
    for (const wrong of [key.slice(0, -1) + last, `${key}x`, key.slice(0, 20), "", "Bearer", `Basic ${key}`, "hy__"]) {
      expect(await statusOf({ authorization: wrong })).toBe(401);
    }
  });

  it("is stored as a hash, shown once, and lists its last use", async () => {
    const made = await project.ask("POST", "/api-keys", { body: { name: "Deploy", role: "viewer" } });
    const { key, uid, prefix } = made.body.data;
    expect(key).toMatch(/^hy_[0-9A-Za-z]{12}_[\w-]{43}$/);
    expect(key.startsWith(prefix)).toBe(true);
    expect(await statusOf({ authorization: key })).toBe(200);
    const row = () =>
      bench.services.db.selectFrom("api_keys").selectAll().where("id", "=", uid).executeTakeFirstOrThrow();
    await vi.waitFor(async () => expect((await row()).last_used_at).not.toBeNull());
    expect(JSON.stringify(await row())).not.toContain(key.slice(16));
    const listed = (await project.ask("GET", "/api-keys")).body.data.content;
    expect(listed.find((one: { uid: string }) => one.uid === uid)).toMatchObject({ name: "Deploy", prefix });
    expect(JSON.stringify(listed)).not.toContain(key.slice(16));
  });

  it("is revoked, at once on the copy that revokes it", async () => {
    const body = { name: "Short lived", role: "admin" };
    const { key, uid } = (await project.ask("POST", "/api-keys", { body })).body.data;
    expect(await statusOf({ authorization: key })).toBe(200);
    expect((await project.ask("POST", "/api-keys", { body })).body.error.code).toBe("duplicate");
    expect((await project.ask("DELETE", `/api-keys/${uid}`)).body.data.revoked_at).toEqual(expect.any(String));
    expect(await statusOf({ authorization: key })).toBe(401);
    expect((await project.ask("DELETE", `/api-keys/${uid}`)).status).toBe(404);
    expect((await project.ask("POST", "/api-keys", { body })).status).toBe(201);
  });

  it("expires, even while it is cached", async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const made = await project.ask("POST", "/api-keys", { body: { name: "Brief", role: "admin", expires_at } });
    const { key } = made.body.data;
    expect(await statusOf({ authorization: key })).toBe(200);
    const { clock } = bench.services;
    bench.services.clock = { now: () => new Date(Date.now() + 60_001) };
    expect(await statusOf({ authorization: key })).toBe(401);
    bench.services.clock = clock;
    const past = await project.ask("POST", "/api-keys", {
      body: { name: "Past", role: "admin", expires_at: "2020-01-01T00:00:00Z" },
    });
    expect([past.status, past.body.error.fields[0].path]).toEqual([422, "expires_at"]);
  });

  it("is read anew once it was dropped from the cache", async () => {
    const { db } = bench.services;
    expect(await statusOf({ authorization: project.keys.operator })).toBe(200);
    await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("name", "=", "operator").execute();
    expect(await statusOf({ authorization: project.keys.operator })).toBe(200);
    forgetApiKeys(project.id);
    expect(await statusOf({ authorization: project.keys.operator })).toBe(401);
    await db.updateTable("api_keys").set({ revoked_at: null }).where("name", "=", "operator").execute();
  });
});

describe("a session", () => {
  const put = (headers: Record<string, string>) =>
    bench.ask("PUT", `/v1/projects/${project.id}`, { headers, body: {} });

  it("is accepted from the dashboard's own pages only", async () => {
    const { cookie } = await bench.user({ isOwner: true });
    const host = { host: "hooks.test" };
    const heard: Record<string, string>[] = [
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { ...host, origin: "http://hooks.test" },
      { host: "localhost:3000", origin: "http://localhost:3000" },
      { host: "inner:3000", origin: "http://hooks.test" },
    ];
    for (const headers of heard) expect((await put({ cookie, ...headers })).status).toBe(200);
    const refused: Record<string, string>[] = [
      {},
      host,
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site", ...host, origin: "http://hooks.test" },
      { ...host, origin: "http://evil.test" },
      { ...host, origin: "null" },
    ];
    for (const headers of refused) {
      const { status, body } = await put({ cookie, ...headers });
      expect([status, body.error.code]).toEqual([403, "forbidden"]);
    }
    expect(await statusOf({ cookie })).toBe(200);
    expect(await statusOf({ cookie, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await statusOf({ cookie: "session=unknown", "sec-fetch-site": "same-origin" })).toBe(401);
  });

  it("has its role in the project, and the owner has every right", async () => {
    const { id, cookie } = await bench.user();
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    expect((await bench.ask("GET", "/v1/projects", { headers })).body.data.content).toEqual([]);
    await bench.services.db
      .insertInto("project_members")
      .values({ project_id: project.id, user_id: id, role: "operator" })
      .execute();
    expect(await statusOf(headers)).toBe(200);
    expect((await put(headers)).status).toBe(403);
    const me = (await bench.ask("GET", "/v1/me", { headers })).body.data;
    expect(me).toMatchObject({ kind: "user", uid: id, name: "Ada", is_owner: false });
    expect(me.projects).toEqual([expect.objectContaining({ uid: project.id, role: "operator", type: "incoming" })]);
    const create = (caller: Record<string, string>) =>
      bench.ask("POST", "/v1/projects", { headers: caller, body: { name: `Shop ${id}`, type: "outgoing" } });
    expect((await create(headers)).status).toBe(403);
    const owner = { cookie: (await bench.user({ isOwner: true })).cookie, "sec-fetch-site": "same-origin" };
    expect((await create(owner)).status).toBe(201);
    expect((await create(owner)).body.error.code).toBe("duplicate");
    expect(
      (await bench.ask("GET", "/v1/projects?perPage=100", { headers: owner })).body.data.content.length,
    ).toBeGreaterThan(1);
  });
});

it("tells a key its own identity", async () => {
  const { body } = await bench.ask("GET", "/v1/me", { key: project.keys.viewer });
  expect(body.data).toMatchObject({ kind: "api_key", name: "viewer", email: null, is_owner: false });
  expect(body.data.projects).toEqual([expect.objectContaining({ uid: project.id, role: "viewer" })]);
  expect(
    (await bench.ask("POST", "/v1/projects", { key: project.keys.admin, body: { name: "x", type: "incoming" } }))
      .status,
  ).toBe(403);
});
