import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

const as = (cookie: string) => bench.signedIn({ cookie });
const emailOf = (id: string) => `${id}@example.com`;

/** Request options of the present project's admin. */
let asAdmin: ReturnType<typeof as>;

/** Creates a project with one admin who is a person. */
async function projectWithAdmin() {
  project = await bench.project("incoming");
  const admin = await bench.user();
  asAdmin = as(admin.cookie);
  const row = { project_id: project.id, user_id: admin.id, role: "admin" as const };
  await bench.services.db.insertInto("project_members").values(row).execute();
  return admin;
}

it("is for people only: no key may change it, whatever its role", async () => {
  const admin = await projectWithAdmin();
  const ada = await bench.user();
  const email = emailOf(ada.id);
  for (const role of ["viewer", "operator", "admin"] as const) {
    const key = project.keys[role];
    const answers = [
      await project.ask("POST", "/members", { key, body: { email, role: "viewer" } }),
      await project.ask("PUT", `/members/${admin.id}`, { key, body: { role: "viewer" } }),
      await project.ask("DELETE", `/members/${admin.id}`, { key }),
      await project.ask("POST", "/invitations", { key, body: { email, role: "viewer" } }),
      await project.ask("DELETE", `/invitations/${newId()}`, { key }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([403, expect.stringMatching(/^An API key may not manage people/)]);
    }
  }
});

it("gives people roles, changes and removes them, each from the next request on", async () => {
  await projectWithAdmin();
  const ada = await bench.user();
  const body = { email: emailOf(ada.id).toUpperCase(), role: "viewer" };
  const added = await project.ask("POST", "/members", { ...asAdmin, body });
  expect(added.body.data).toMatchObject({ uid: ada.id, role: "viewer", is_owner: false });
  expect((await project.ask("POST", "/members", { ...asAdmin, body })).body.error.code).toBe("duplicate");
  expect((await project.ask("GET", "", as(ada.cookie))).status).toBe(200);
  expect((await project.ask("GET", "/members", as(ada.cookie))).status).toBe(403);
  await project.ask("PUT", `/members/${ada.id}`, { ...asAdmin, body: { role: "admin" } });
  expect((await project.ask("GET", "/members", as(ada.cookie))).status).toBe(200);
  expect((await project.ask("DELETE", `/members/${ada.id}`, asAdmin)).status).toBe(200);
  expect((await project.ask("GET", "", as(ada.cookie))).status).toBe(404);
  expect((await project.ask("DELETE", `/members/${ada.id}`, asAdmin)).status).toBe(404);
  const log = (await project.ask("GET", "/audit-log?action=member.*&sort=asc")).body.data.content;
  expect(log.map((entry: { action: string }) => entry.action)).toEqual([
    "member.added",
    "member.updated",
    "member.removed",
  ]);
  expect(log[1].changes).toEqual({ role: { from: "viewer", to: "admin" } });
});

it("adds nobody without an account, and says that they can be invited", async () => {
  await projectWithAdmin();
  const { status, body } = await project.ask("POST", "/members", {
    ...asAdmin,
    body: { email: "nobody@example.com", role: "viewer" },
  });
  expect([status, body.error.fields[0].path]).toEqual([422, "email"]);
});

it("keeps the last admin, except against the owner, even if two remove each other at once", async () => {
  const admin = await projectWithAdmin();
  const owner = await bench.user({ isOwner: true });
  expect((await project.ask("DELETE", `/members/${admin.id}`, asAdmin)).status).toBe(409);
  expect((await project.ask("PUT", `/members/${admin.id}`, { ...asAdmin, body: { role: "viewer" } })).status).toBe(409);
  const other = await bench.user();
  await project.ask("POST", "/members", { ...asAdmin, body: { email: emailOf(other.id), role: "admin" } });
  const both = await Promise.all([
    project.ask("DELETE", `/members/${admin.id}`, as(other.cookie)),
    project.ask("DELETE", `/members/${other.id}`, as(admin.cookie)),
  ]);
  expect(both.filter((answer) => answer.status === 200)).toHaveLength(1);
  const left = both[0]?.status === 200 ? other : admin;
  expect((await project.ask("DELETE", `/members/${left.id}`, as(owner.cookie))).status).toBe(200);
});

it("lists the owner as admin, who can be neither changed nor removed", async () => {
  await projectWithAdmin();
  const owner = await bench.user({ isOwner: true });
  const { content } = (await project.ask("GET", `/members?q=${owner.id}`)).body.data;
  expect(content).toEqual([expect.objectContaining({ uid: owner.id, role: "admin", is_owner: true })]);
  expect((await project.ask("DELETE", `/members/${owner.id}`, asAdmin)).status).toBe(409);
  expect((await project.ask("PUT", `/members/${owner.id}`, { ...asAdmin, body: { role: "viewer" } })).status).toBe(409);
  expect(
    (await project.ask("POST", "/members", { ...asAdmin, body: { email: emailOf(owner.id), role: "viewer" } })).status,
  ).toBe(409);
  expect((await project.ask("PUT", `/members/${newId()}`, { ...asAdmin, body: { role: "viewer" } })).status).toBe(404);
});

it("adds nobody with a suspended account or an unproven email", async () => {
  await projectWithAdmin();
  const { db } = bench.services;
  for (const state of [{ suspended_at: new Date() }, { email_proven_at: null }]) {
    const { id } = await bench.user();
    await db.updateTable("users").set(state).where("id", "=", id).execute();
    const { status, body } = await project.ask("POST", "/members", {
      ...asAdmin,
      body: { email: emailOf(id), role: "viewer" },
    });
    expect([status, body.error.fields[0].path]).toEqual([422, "email"]);
  }
});
