import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
let owner: ReturnType<ApiBench["signedIn"]>;
/** An admin of the project, with an admin key and a viewer key. */
let ada: { id: string; email: string; as: ReturnType<ApiBench["signedIn"]> };
let keys: { admin: string; viewer: string };
beforeAll(async () => {
  bench = await ApiBench.open();
  owner = bench.signedIn(await bench.user({ isOwner: true }));
});
afterAll(() => bench.close());
beforeEach(async () => {
  project = await bench.project("incoming");
  const person = await bench.user();
  ada = { id: person.id, email: `${person.id}@example.com`, as: bench.signedIn(person) };
  await project.ask("POST", "/members", { ...owner, body: { email: ada.email, role: "admin" } });
  keys = { admin: await makeKey("admin"), viewer: await makeKey("viewer") };
});

async function makeKey(role: string): Promise<string> {
  const body = { name: `of Ada, ${role}`, role };
  return (await project.ask("POST", "/api-keys", { ...ada.as, body })).body.data.key;
}

const remove = () => project.ask("DELETE", `/members/${ada.id}`, owner);
const demote = (role = "viewer") => project.ask("PUT", `/members/${ada.id}`, { ...owner, body: { role } });
const invite = (email: string) =>
  project.ask("POST", "/invitations", { ...owner, body: { email, role: "admin", expires_in: 86_400 } });
const statusOf = async (key: string) => (await project.ask("GET", "", { key })).status;
const invitations = async () =>
  (await project.ask("GET", "/invitations?sort=asc", owner)).body.data.content.map(
    ({ email, status }: { email: string; status: string }) => `${email} ${status}`,
  );

/** An open invitation to a member, as if it were older than their role. */
async function inviteMember(): Promise<string> {
  const { db } = bench.services;
  await db.updateTable("users").set({ email_proven_at: null }).where("id", "=", ada.id).execute();
  const { token } = (await invite(ada.email)).body.data;
  await db.updateTable("users").set({ email_proven_at: new Date() }).where("id", "=", ada.id).execute();
  return token;
}

it.each(["remove", "demote"])("also ends every way back: %s", async (how) => {
  const token = await inviteMember();
  const { uid } = (await invite("friend@example.com")).body.data;
  await bench.services.db.updateTable("invitations").set({ created_by: ada.id }).where("id", "=", uid).execute();
  await invite("stranger@example.com");
  expect((await (how === "remove" ? remove() : demote())).status).toBe(200);
  expect((await bench.ask("POST", "/v1/invitations/accept", { body: { token } })).status).toBe(404);
  expect(await invitations()).toEqual([
    `${ada.email} revoked`,
    "friend@example.com revoked",
    "stranger@example.com open",
  ]);
});

it("keeps the keys of the lower role, and none of a higher one", async () => {
  expect(await Promise.all([statusOf(keys.admin), statusOf(keys.viewer)])).toEqual([200, 200]);
  await demote();
  expect(await Promise.all([statusOf(keys.admin), statusOf(keys.viewer)])).toEqual([401, 200]);
});

it("cannot be delayed by a person who creates keys endlessly", async () => {
  let isOver = false;
  let made = 0;
  const loops = Array.from({ length: 8 }, async (_, loop) => {
    while (!isOver) {
      const body = { name: `key ${loop} ${made++}`, role: "admin" };
      const { status } = await project.ask("POST", "/api-keys", { ...ada.as, body });
      if (status !== 201) break;
    }
  });
  expect((await demote("operator")).status).toBe(200);
  await Promise.all(loops);
  expect(made).toBeGreaterThan(8);
  expect((await demote("admin")).status).toBe(200);
  expect((await remove()).status).toBe(200);
  isOver = true;
  const { rows } = await bench.services.db.pool.query(
    "select count(*)::int as live from api_keys where created_by = $1 and revoked_at is null",
    [ada.id],
  );
  expect(rows).toEqual([{ live: 0 }]);
});

it("ends the keys of an account that was created with another person's email", async () => {
  await bench.services.db.updateTable("users").set({ email_proven_at: null }).where("id", "=", ada.id).execute();
  const { token } = (await invite(ada.email)).body.data;
  const account = { name: "Ada", password: "the sea was angry that day" };
  expect((await bench.ask("POST", "/v1/invitations/accept", { body: { token, ...account } })).status).toBe(200);
  const { rows } = await bench.services.db.pool.query(
    "select count(*)::int as live from api_keys where created_by = $1 and revoked_at is null",
    [ada.id],
  );
  expect(rows).toEqual([{ live: 0 }]);
});
