import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { joinBySingleSignOn } from "@/lib/nouns/members/join-by-single-sign-on";
import { hashPassword, verifyPassword } from "@/lib/nouns/users/password";
import { findUserByEmail } from "@/lib/nouns/users/queries";
import { MailServer } from "@/lib/upkeep/mail-server.fixture";
import { createMailer, type Mailer } from "@/lib/upkeep/mailer";

let bench: ApiBench;
let project: ApiProject;
/** Request options of the owner, who sees the links. */
let owner: ReturnType<ApiBench["signedIn"]>;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  owner = bench.signedIn(await bench.user({ isOwner: true }));
});
afterAll(() => bench.close());

const invite = async (email: string, role = "operator", fields = {}) =>
  (await project.ask("POST", "/invitations", { ...owner, body: { email, role, ...fields } })).body.data;
const accept = (body: object) => bench.ask("POST", "/v1/invitations/accept", { body });
const account = { name: "Grace", password: "correct horse" };

/** Creates a person who is admin of the project, and not the owner. */
async function admin() {
  const { id, cookie } = await bench.user();
  const row = { project_id: project.id, user_id: id, role: "admin" as const };
  await bench.services.db.insertInto("project_members").values(row).execute();
  return bench.signedIn({ cookie });
}

it("creates an account and gives it the role, once", async () => {
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
  const members = (await project.ask("GET", `/members?q=grace@`)).body.data.content;
  expect(members).toEqual([expect.objectContaining({ uid: user?.id, name: "Grace", role: "operator" })]);
  expect((await accept({ token, ...account })).status).toBe(404);
  expect((await bench.ask("POST", "/v1/invitations/find", { body: { token } })).status).toBe(404);
  const [listed] = (await project.ask("GET", "/invitations")).body.data.content;
  expect(listed.status).toBe("accepted");
  expect(listed).not.toHaveProperty("token");
  const [told] = (await project.ask("GET", "/audit-log?action=invitation.accepted")).body.data.content;
  expect(told.actor).toEqual({ kind: "user", uid: user?.id, name: "grace@example.com" });
});

it("lets a person with an account just join, never lowers a role, and is refused for a member", async () => {
  const { id } = await bench.user();
  const email = `${id}@example.com`;
  const { token } = await invite(email, "viewer");
  await project.ask("POST", "/members", { ...owner, body: { email, role: "admin" } });
  expect((await bench.ask("POST", "/v1/invitations/find", { body: { token } })).body.data.has_account).toBe(true);
  expect((await accept({ token, password: "another one" })).body.data).toMatchObject({
    role: "admin",
    is_new_account: false,
  });
  const user = await findUserByEmail(bench.services, email);
  expect(user?.password_hash).toBeNull();
  const again = await project.ask("POST", "/invitations", { ...owner, body: { email, role: "viewer" } });
  expect([again.status, again.body.error.code]).toEqual([409, "duplicate"]);
});

it("is accepted by one of many concurrent requests", async () => {
  const { token } = await invite("crowd@example.com");
  const answers = await Promise.all(Array.from({ length: 4 }, () => accept({ token, ...account })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers) expect([200, 404, 409]).toContain(answer.status);
});

it("ends by time and by revocation, and is the only open one for its email", async () => {
  const { token, uid } = await invite("late@example.com");
  const second = await project.ask("POST", "/invitations", {
    ...owner,
    body: { email: "LATE@example.com", role: "viewer" },
  });
  expect(second.body.error.code).toBe("duplicate");
  expect((await project.ask("DELETE", `/invitations/${uid}`, owner)).body.data.status).toBe("revoked");
  expect((await accept({ token, ...account })).status).toBe(404);
  expect((await project.ask("DELETE", `/invitations/${uid}`, owner)).status).toBe(404);
  const brief = await invite("late@example.com", "viewer", { expires_in: 300 });
  const { clock } = bench.services;
  bench.services.clock = { now: () => new Date(Date.now() + 300_001) };
  expect((await accept({ token: brief.token, ...account })).status).toBe(404);
  const [listed] = (await project.ask("GET", "/invitations?perPage=1")).body.data.content;
  expect(listed.status).toBe("expired");
  expect((await invite("late@example.com")).status).toBe("open");
  bench.services.clock = clock;
});

it("is found by status, as the list shows it", async () => {
  const other = await bench.project("incoming");
  const make = async (email: string) =>
    (await other.ask("POST", "/invitations", { ...owner, body: { email, role: "viewer", expires_in: 300 } })).body.data;
  const [taken, revoked] = [await make("taken@example.com"), await make("revoked@example.com")];
  await make("waits@example.com");
  await accept({ token: taken.token, ...account });
  await other.ask("DELETE", `/invitations/${revoked.uid}`, owner);
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

it("asks for what a new account needs, and keeps the link for another attempt", async () => {
  const { token } = await invite("new@example.com");
  const wrong = await accept({ token });
  expect([wrong.status, wrong.body.error.fields.map((field: { path: string }) => field.path)]).toEqual([
    422,
    ["name", "password"],
  ]);
  expect((await accept({ token, ...account })).status).toBe(200);
});

it("stores the token as a hash only, and accepts no other", async () => {
  const { token } = await invite("hash@example.com");
  const rows = await bench.services.db.selectFrom("invitations").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await accept({ token: `${token}x`, ...account })).status).toBe(404);
  expect((await accept({ token: newId(), ...account })).status).toBe(404);
});

describe("who proves an email", () => {
  const server = new MailServer();
  let mailer: Mailer;
  beforeAll(async () => {
    mailer = createMailer(await server.open(), "Hookyard <hooks@example.com>");
  });
  afterAll(async () => {
    mailer.close();
    await server.close();
  });
  const withMail = async (run: () => Promise<void>) => {
    bench.services.mailer = mailer;
    await run().finally(() => {
      bench.services.mailer = null;
    });
  };

  it("is not the inviting admin: without a mail server only the owner can invite, and hands the link over", async () => {
    const body = { email: "cfo@example.com", role: "admin" };
    const refused = await project.ask("POST", "/invitations", { ...(await admin()), body });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("Ask the owner")]);
    const made = await project.ask("POST", "/invitations", { ...owner, body });
    expect(made.body.data).toMatchObject({ sent: false, url: expect.stringContaining("/invite?token=") });
  });

  it("is the mail's reader: the admin sees no link, the mail has it and it works", () =>
    withMail(async () => {
      const body = { email: "mailed@example.com", role: "operator" };
      const made = await project.ask("POST", "/invitations", { ...(await admin()), body });
      expect(made.body.data).toMatchObject({ sent: true, url: null, token: null });
      const mail = server.mails.at(-1);
      expect(mail?.to).toEqual(["mailed@example.com"]);
      expect(mail?.text).toMatch(/^Subject: Your invitation to/m);
      const token = /http:\/\/hooks\.test\/invite\?token=(\S+)/.exec(mail?.text ?? "")?.[1];
      expect(token).toHaveLength(43);
      expect(JSON.stringify(made.body)).not.toContain(token);
      expect((await accept({ token, ...account })).status).toBe(200);
      expect((await findUserByEmail(bench.services, "mailed@example.com"))?.email_proven_at).not.toBeNull();
    }));

  it("is nobody if the mail server refuses the mail: then there is no invitation", () =>
    withMail(async () => {
      const body = { email: "bounced@example.com", role: "operator" };
      const made = await project.ask("POST", "/invitations", { ...owner, body });
      expect([made.status, made.body.message]).toEqual([503, expect.stringContaining("no such mailbox")]);
      const { content } = (await project.ask("GET", "/invitations?status=open&perPage=100")).body.data;
      expect(content.map((one: { email: string }) => one.email)).not.toContain("bounced@example.com");
    }));

  it("takes over an account that was created without proof: its password and its sessions end", async () => {
    const { db } = bench.services;
    const { id, cookie } = await bench.user();
    const email = `${id}@example.com`;
    const guessed = await hashPassword("what the squatter chose");
    await db.updateTable("users").set({ email_proven_at: null, password_hash: guessed }).where("id", "=", id).execute();
    const { token } = await invite(email);
    expect((await bench.ask("POST", "/v1/invitations/find", { body: { token } })).body.data.has_account).toBe(false);
    expect((await accept({ token })).body.error.fields).toHaveLength(2);
    expect((await accept({ token, ...account })).body.data).toMatchObject({ email, is_new_account: false });
    const user = await findUserByEmail(bench.services, email);
    expect([user?.id, user?.name, user?.email_proven_at === null]).toEqual([id, "Grace", false]);
    expect(await verifyPassword(account.password, user?.password_hash ?? null)).toBe(true);
    const sessions = await db.selectFrom("sessions").select("ended_at").where("user_id", "=", id).execute();
    expect(sessions.every((session) => session.ended_at !== null)).toBe(true);
    expect(cookie).not.toBe("");
  });

  it("is the identity provider, and the person joins every project that invites them by signing in", async () => {
    bench.services.hasSingleSignOn = true;
    const body = { email: "Sso@example.com", role: "viewer" };
    const made = await project.ask("POST", "/invitations", { ...(await admin()), body });
    bench.services.hasSingleSignOn = false;
    expect(made.body.data).toMatchObject({ sent: false, url: null, token: null });
    const other = await bench.project("incoming");
    await other.ask("POST", "/invitations", { ...owner, body: { ...body, email: "sso@example.com", role: "admin" } });
    const ctx = bench.system;
    const profile = { sub: "s-7", email: "sso@EXAMPLE.com", name: "Sophie" };
    expect(await joinBySingleSignOn(ctx, profile, null)).toBeNull();
    expect(
      await joinBySingleSignOn(ctx, { ...profile, email: "eve@example.com", email_verified: true }, null),
    ).toBeNull();
    const user = await joinBySingleSignOn(ctx, { ...profile, email_verified: true }, null);
    expect(user).toMatchObject({ name: "Sophie", oidc_subject: "s-7", password_hash: null });
    const members = await bench.services.db
      .selectFrom("project_members")
      .select("role")
      .where("user_id", "=", user?.id ?? "")
      .orderBy("role")
      .execute();
    expect(members).toEqual([{ role: "admin" }, { role: "viewer" }]);
    const third = await bench.project("incoming");
    await third.ask("POST", "/invitations", { ...owner, body });
    expect(
      await joinBySingleSignOn(ctx, { ...profile, email: "not-mine@example.com", email_verified: true }, user),
    ).toBe(user);
    await joinBySingleSignOn(ctx, { ...profile, email_verified: true }, user);
    expect((await third.ask("GET", "/members?q=sso@")).body.data.content).toMatchObject([
      { uid: user?.id, role: "viewer" },
    ]);
    expect(await joinBySingleSignOn(ctx, { ...profile, email_verified: true }, null)).toBeNull();
  });

  it("excludes everybody whose account is suspended", async () => {
    const { id } = await bench.user();
    await bench.services.db.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", id).execute();
    const { token } = await invite(`${id}@example.com`);
    expect((await accept({ token, ...account })).status).toBe(409);
  });
});
