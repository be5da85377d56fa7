import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/ids";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

const as = (cookie: string) => ({ key: null, headers: { cookie, "sec-fetch-site": "same-origin" } });
const emailOf = (id: string) => `${id}@example.com`;

/** A project with one admin who is a person. */
async function projectWithAdmin() {
  project = await bench.project("incoming");
  const admin = await bench.user();
  await project.ask("POST", "/members", { body: { email: emailOf(admin.id), role: "admin" } });
  return admin;
}

it("gives people roles, changes and takes them, each from the next request on", async () => {
  const admin = await projectWithAdmin();
  const ada = await bench.user();
  const body = { email: emailOf(ada.id).toUpperCase(), role: "viewer" };
  const added = await project.ask("POST", "/members", { ...as(admin.cookie), body });
  expect(added.body.data).toMatchObject({ uid: ada.id, role: "viewer", is_owner: false });
  expect((await project.ask("POST", "/members", { body })).body.error.code).toBe("duplicate");
  expect((await project.ask("GET", "", as(ada.cookie))).status).toBe(200);
  expect((await project.ask("GET", "/members", as(ada.cookie))).status).toBe(403);
  await project.ask("PUT", `/members/${ada.id}`, { body: { role: "admin" } });
  expect((await project.ask("GET", "/members", as(ada.cookie))).status).toBe(200);
  expect((await project.ask("DELETE", `/members/${ada.id}`)).status).toBe(200);
  expect((await project.ask("GET", "", as(ada.cookie))).status).toBe(404);
  expect((await project.ask("DELETE", `/members/${ada.id}`)).status).toBe(404);
  const log = (await project.ask("GET", "/audit-log?action=member.*&sort=asc")).body.data.content;
  expect(log.map((entry: { action: string }) => entry.action).slice(1)).toEqual([
    "member.added",
    "member.updated",
    "member.removed",
  ]);
  expect(log[2].changes).toEqual({ role: { from: "viewer", to: "admin" } });
});

it("adds nobody without an account, and says that they can be invited", async () => {
  await projectWithAdmin();
  const { status, body } = await project.ask("POST", "/members", {
    body: { email: "nobody@example.com", role: "viewer" },
  });
  expect([status, body.error.fields[0].path]).toEqual([422, "email"]);
});

it("keeps the last admin, whoever but the owner asks, also when two remove each other at once", async () => {
  const admin = await projectWithAdmin();
  const owner = await bench.user({ isOwner: true });
  expect((await project.ask("DELETE", `/members/${admin.id}`)).status).toBe(409);
  expect((await project.ask("PUT", `/members/${admin.id}`, { body: { role: "viewer" } })).status).toBe(409);
  const other = await bench.user();
  await project.ask("POST", "/members", { body: { email: emailOf(other.id), role: "admin" } });
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
  expect((await project.ask("DELETE", `/members/${owner.id}`)).status).toBe(409);
  expect((await project.ask("PUT", `/members/${owner.id}`, { body: { role: "viewer" } })).status).toBe(409);
  expect((await project.ask("POST", "/members", { body: { email: emailOf(owner.id), role: "viewer" } })).status).toBe(
    409,
  );
  expect((await project.ask("PUT", `/members/${newId()}`, { body: { role: "viewer" } })).status).toBe(404);
});
