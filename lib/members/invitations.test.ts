import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/ids";
import { verifyPassword } from "@/lib/users/password";
import { findUserByEmail } from "@/lib/users/queries";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const invite = async (email: string, role = "operator", fields = {}) =>
  (await project.ask("POST", "/invitations", { body: { email, role, ...fields } })).body.data;
const accept = (body: object) => bench.ask("POST", "/v1/invitations/accept", { body });
const account = { name: "Grace", password: "correct horse" };

it("makes an account and gives it the role, once", async () => {
  const { token, url, status } = await invite("grace@example.com");
  expect([url, status]).toEqual([`http://hooks.test/invite?token=${token}`, "open"]);
  const shown = await bench.ask("POST", "/v1/invitations/find", { body: { token } });
  expect(shown.body.data).toMatchObject({ email: "grace@example.com", role: "operator", has_account: false });
  const { body } = await accept({ token, ...account });
  expect(body.data).toEqual({
    project_id: project.id,
    email: "grace@example.com",
    role: "operator",
    is_new_account: true,
  });
  const user = await findUserByEmail(bench.services, "grace@example.com");
  expect(await verifyPassword("correct horse", user?.password_hash ?? null)).toBe(true);
  const members = (await project.ask("GET", "/members")).body.data.content;
  expect(members).toEqual([expect.objectContaining({ uid: user?.id, name: "Grace", role: "operator" })]);
  expect((await accept({ token, ...account })).status).toBe(404);
  expect((await bench.ask("POST", "/v1/invitations/find", { body: { token } })).status).toBe(404);
  const [listed] = (await project.ask("GET", "/invitations")).body.data.content;
  expect(listed.status).toBe("accepted");
  expect(listed).not.toHaveProperty("token");
  const [told] = (await project.ask("GET", "/audit-log?action=invitation.accepted")).body.data.content;
  expect(told.actor).toEqual({ kind: "user", uid: user?.id, name: "grace@example.com" });
});

it("lets somebody with an account just join, and never lowers a role", async () => {
  const { id } = await bench.user();
  const email = `${id}@example.com`;
  const { token } = await invite(email, "admin");
  expect((await bench.ask("POST", "/v1/invitations/find", { body: { token } })).body.data.has_account).toBe(true);
  expect((await accept({ token, password: "another one" })).body.data).toMatchObject({
    role: "admin",
    is_new_account: false,
  });
  const user = await findUserByEmail(bench.services, email);
  expect(user?.password_hash).toBeNull();
  const lower = await invite(email, "viewer");
  expect((await accept({ token: lower.token })).body.data.role).toBe("admin");
});

it("is accepted by one of many who come at once", async () => {
  const { token } = await invite("crowd@example.com");
  const answers = await Promise.all(Array.from({ length: 4 }, () => accept({ token, ...account })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers) expect([200, 404, 409]).toContain(answer.status);
});

it("ends by time and when it is revoked, and stands alone for its email", async () => {
  const { token, uid } = await invite("late@example.com");
  const second = await project.ask("POST", "/invitations", { body: { email: "LATE@example.com", role: "viewer" } });
  expect(second.body.error.code).toBe("duplicate");
  expect((await project.ask("DELETE", `/invitations/${uid}`)).body.data.status).toBe("revoked");
  expect((await accept({ token, ...account })).status).toBe(404);
  expect((await project.ask("DELETE", `/invitations/${uid}`)).status).toBe(404);
  const brief = await invite("late@example.com", "viewer", { expires_in: 300 });
  const { clock } = bench.services;
  bench.services.clock = { now: () => new Date(Date.now() + 300_001) };
  expect((await accept({ token: brief.token, ...account })).status).toBe(404);
  const [listed] = (await project.ask("GET", "/invitations?perPage=1")).body.data.content;
  expect(listed.status).toBe("expired");
  expect((await invite("late@example.com")).status).toBe("open");
  bench.services.clock = clock;
});

it("finds those of a status, as the list shows it", async () => {
  const other = await bench.project("incoming");
  const make = async (email: string) =>
    (await other.ask("POST", "/invitations", { body: { email, role: "viewer", expires_in: 300 } })).body.data;
  const [taken, revoked] = [await make("taken@example.com"), await make("revoked@example.com")];
  await make("waits@example.com");
  await accept({ token: taken.token, ...account });
  await other.ask("DELETE", `/invitations/${revoked.uid}`);
  const find = async (query: string) =>
    (await other.ask("GET", `/invitations?${query}`)).body.data.content.map((one: { email: string }) => one.email);
  expect(await find("status=open")).toEqual(["waits@example.com"]);
  expect(await find("status=accepted,revoked")).toEqual(["revoked@example.com", "taken@example.com"]);
  const { clock } = bench.services;
  bench.services.clock = { now: () => new Date(Date.now() + 300_001) };
  expect(await find("status=open")).toEqual([]);
  expect(await find("status=expired")).toEqual(["waits@example.com", "revoked@example.com"]);
  bench.services.clock = clock;
});

it("asks for what a new account needs, and keeps the link for another try", async () => {
  const { token } = await invite("new@example.com");
  const wrong = await accept({ token });
  expect([wrong.status, wrong.body.error.fields.map((field: { path: string }) => field.path)]).toEqual([
    422,
    ["name", "password"],
  ]);
  expect((await accept({ token, ...account })).status).toBe(200);
});

it("keeps the token as a hash only, and takes no other", async () => {
  const { token } = await invite("hash@example.com");
  const rows = await bench.services.db.selectFrom("invitations").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await accept({ token: `${token}x`, ...account })).status).toBe(404);
  expect((await accept({ token: newId(), ...account })).status).toBe(404);
});
