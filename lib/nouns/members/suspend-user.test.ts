import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let owner: { id: string; cookie: string };
beforeAll(async () => {
  bench = await ApiBench.open();
  owner = await bench.user({ isOwner: true });
});
afterAll(() => bench.close());

const change = (id: string, verb: "suspend" | "reactivate", by = owner) =>
  bench.ask("PUT", `/v1/users/${id}/${verb}`, bench.signedIn(by));
const statusOf = async (project: ApiProject, key: string) => (await project.ask("GET", "", { key })).status;

/** An admin of two projects, with a key in each and one that the first key created. */
async function admin() {
  const projects = [await bench.project("incoming"), await bench.project("outgoing")] as const;
  const person = await bench.user();
  const makeKey = async (project: ApiProject, options: object, name: string) =>
    (await project.ask("POST", "/api-keys", { ...options, body: { name, role: "admin" } })).body.data.key as string;
  for (const project of projects) {
    const body = { email: `${person.id}@example.com`, role: "admin" };
    await project.ask("POST", "/members", { ...bench.signedIn(owner), body });
  }
  const keys = [
    await makeKey(projects[0], bench.signedIn(person), "first"),
    await makeKey(projects[1], bench.signedIn(person), "second"),
  ] as const;
  const grandchild = await makeKey(projects[0], { key: keys[0] }, "made by the first");
  return { ...person, projects, keys, grandchild };
}

it("ends a suspended person's sessions and every key they made, directly or by a key, and nobody else's", async () => {
  const { id, cookie, projects, keys, grandchild } = await admin();
  const [one, two] = projects;
  expect(await Promise.all([statusOf(one, keys[0]), statusOf(two, keys[1]), statusOf(one, grandchild)])).toEqual([
    200, 200, 200,
  ]);
  const listed = (await bench.ask("GET", `/v1/users?q=${id}`, bench.signedIn(owner))).body.data.content;
  expect(listed).toMatchObject([{ uid: id, projects: 2, api_keys: 3, sessions: 1, suspended_at: null }]);
  const { body } = await change(id, "suspend");
  expect(body.data).toMatchObject({ uid: id, api_keys: 0, sessions: 0, revoked_api_keys: 3, ended_sessions: 1 });
  expect(await Promise.all([statusOf(one, keys[0]), statusOf(two, keys[1]), statusOf(one, grandchild)])).toEqual([
    401, 401, 401,
  ]);
  expect(await statusOf(one, one.keys.admin)).toBe(200);
  expect((await bench.ask("GET", "/v1/me", bench.signedIn({ cookie }))).status).toBe(401);
  expect((await change(id, "suspend")).status).toBe(409);

  expect((await change(id, "reactivate")).body.data.suspended_at).toBeNull();
  expect((await change(id, "reactivate")).status).toBe(409);
  expect(await statusOf(one, keys[0])).toBe(401);
  const back = `session=again-${id}`;
  bench.sessions.set(back, { userId: id, sessionId: await bench.session(id) });
  expect((await one.ask("GET", "", bench.signedIn({ cookie: back }))).status).toBe(200);

  const { content } = (await bench.ask("GET", `/v1/audit-log?resourceId=${id}&sort=asc`, bench.signedIn(owner))).body
    .data;
  const told = content.map((entry: { action: string; project_id: string | null }) => entry.action);
  expect(told.slice(-2)).toEqual(["user.suspended", "user.reactivated"]);
  const revoked = await two.ask("GET", "/audit-log?action=api_key.revoked");
  expect(revoked.body.data.content).toHaveLength(1);
});

it("leaves no key that is created while its person is suspended", async () => {
  const { id, cookie, projects } = await admin();
  const [project] = projects;
  const body = (n: number) => ({ name: `race ${n}`, role: "admin" });
  const [, ...made] = await Promise.all([
    change(id, "suspend"),
    ...[1, 2, 3, 4, 5].map((n) => project.ask("POST", "/api-keys", { ...bench.signedIn({ cookie }), body: body(n) })),
  ]);
  for (const { status, body: answer } of made) {
    expect([201, 401, 403]).toContain(status);
    if (status === 201) expect(await statusOf(project, answer.data.key)).toBe(401);
  }
});

it("revokes the keys of a project that a removed member made in it, and says how many", async () => {
  const { id, projects, keys, grandchild } = await admin();
  const [one, two] = projects;
  const listed = (await one.ask("GET", `/members?q=${id}`)).body.data.content;
  expect(listed).toMatchObject([{ uid: id, api_keys: 2, suspended_at: null }]);
  const removed = await one.ask("DELETE", `/members/${id}`, bench.signedIn(owner));
  expect(removed.body.data).toMatchObject({ uid: id, revoked_api_keys: 2 });
  expect(await Promise.all([statusOf(one, keys[0]), statusOf(one, grandchild), statusOf(two, keys[1])])).toEqual([
    401, 401, 200,
  ]);
});

it("is for the owner alone, who cannot be suspended", async () => {
  const { id, cookie, keys } = await admin();
  expect((await change(id, "suspend", { id, cookie })).status).toBe(403);
  expect((await bench.ask("PUT", `/v1/users/${id}/suspend`, { key: keys[0] })).status).toBe(403);
  expect((await bench.ask("GET", "/v1/users", { key: keys[0] })).status).toBe(403);
  expect((await bench.ask("GET", "/v1/audit-log", bench.signedIn({ cookie }))).status).toBe(403);
  expect((await change(owner.id, "suspend")).status).toBe(409);
});

it("does not count a suspended admin as a remaining admin of the project", async () => {
  const first = await admin();
  const [project] = first.projects;
  const second = await bench.user();
  const body = { email: `${second.id}@example.com`, role: "admin" };
  await project.ask("POST", "/members", { ...bench.signedIn(owner), body });
  await change(first.id, "suspend");
  const removal = await project.ask("DELETE", `/members/${second.id}`, bench.signedIn(second));
  expect(removal.status).toBe(409);
});
