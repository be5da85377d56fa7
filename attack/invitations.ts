import assert from "node:assert/strict";
import { Caller, type Made } from "@/attack/caller";
import { readMail } from "@/attack/mailbox";
import { signIn, tryToSignIn } from "@/attack/sign-in";
import { makePerson, makeTenant, type Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import { until } from "@/attack/until";
import { newId } from "@/lib/kernel/ids";

type Invited = Made & { token: string | null; url: string | null };

const PASSWORD = "an unlikely sentence of mine";

/** Attacks by links and identity providers that impersonate a person. */
export async function attackInvitations(stage: Stage, tally: Tally): Promise<void> {
  const { owner, copy, heard, mailbox, db } = stage;
  const { id, people } = await makeTenant(stage, "incoming");
  const home = `/v1/projects/${id}`;
  const visitor = new Caller("visitor", copy.url, heard);
  const accept = (token: string | null, more: object = {}) =>
    visitor.ask("POST", "/v1/invitations/accept", { body: { token, name: "V", password: PASSWORD, ...more } });
  const emailOf = (name: string) => `${name}-${newId().slice(-12)}@example.com`;
  const invite = (email: string) => owner.post<Invited>(`${home}/invitations`, { email, role: "viewer" });

  await tally.holds("an admin who invites gets no link: it reaches the invited only", async () => {
    const email = emailOf("cfo");
    const made = await people.admin.post<Invited>(`${home}/invitations`, { email, role: "admin" });
    assert.deepEqual([made.token, made.url], [null, null]);
    const mails = await until(
      async () => mailbox.messages.filter((one) => one.includes(email)),
      (found) => found.length > 0,
    );
    const link = /\/invite\?token=([\w-]+)/.exec(readMail(mails[0] ?? ""))?.[1] ?? "";
    assert.equal((await accept(link)).status, 200);
  });
  await tally.holds("a link works once, and not after it was revoked or has expired", async () => {
    const once = await invite(emailOf("once"));
    assert.equal((await accept(once.token)).status, 200);
    assert.equal((await accept(once.token)).status, 404);
    const revoked = await invite(emailOf("revoked"));
    await owner.ask("DELETE", `${home}/invitations/${revoked.uid}`);
    assert.equal((await accept(revoked.token)).status, 404);
    const late = await invite(emailOf("late"));
    await db.query("update invitations set expires_at = now() - interval '1 second' where id = $1", [late.uid]);
    assert.equal((await accept(late.token)).status, 404);
  });
  await tally.holds("of many who use a link at once one gets in", async () => {
    const { token } = await invite(emailOf("race"));
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });
  await tally.holds("a link takes over no account that is proven", async () => {
    const person = await makePerson(stage);
    const { token } = await invite(person.email);
    await accept(token, { password: `${PASSWORD} of the attacker` });
    assert.equal((await tryToSignIn(new Caller("person", copy.url, heard), person)).error, null);
  });
  await tally.holds("a link may not name another person, role or project", async () => {
    const { token } = await invite(emailOf("named"));
    for (const more of [{ email: "owner@example.com" }, { role: "admin" }, { is_owner: true }, { project_id: id }]) {
      assert.equal((await accept(token, more)).status, 422);
    }
  });
  await tally.holds("an email that was only invited is nobody's account", async () => {
    const email = emailOf("promised");
    await invite(email);
    const added = await people.admin.ask("POST", `${home}/members`, { body: { email, role: "admin" } });
    assert.equal(added.status, 422, added.text);
  });
  await attackSingleSignOn(stage, tally);
}

async function attackSingleSignOn(stage: Stage, tally: Tally): Promise<void> {
  const { identity, copy, heard, db } = stage;
  const person = await makePerson(stage, "sso");
  await db.query("update users set email_proven_at = null where id = $1", [person.id]);
  const squatter = await signIn(stage, person);
  await tally.holds("an identity provider that has not verified an email lets nobody in by it", async () => {
    identity.becomes({ sub: `unverified ${person.id}`, email: person.email, email_verified: false });
    const browser = await signInByProvider(stage);
    assert.equal((await browser.ask("GET", "/v1/me")).status, 401);
    assert.equal((await squatter.ask("GET", "/v1/me")).status, 200);
  });
  await tally.holds("a stranger at the identity provider is nobody here", async () => {
    identity.becomes({ sub: newId(), email: `stranger-${newId()}@example.com`, email_verified: true });
    assert.equal((await (await signInByProvider(stage)).ask("GET", "/v1/me")).status, 401);
  });
  await tally.holds("whoever proves an email ends the password and the sessions of who had not", async () => {
    identity.becomes({ sub: `verified ${person.id}`, email: person.email, email_verified: true });
    const browser = await signInByProvider(stage);
    assert.equal((await browser.get<{ email: string }>("/v1/me")).email, person.email);
    assert.equal((await squatter.ask("GET", "/v1/me")).status, 401);
    assert.notEqual((await tryToSignIn(new Caller("squatter", copy.url, heard), person)).error, null);
  });
}

/** Does what the button of the sign-in page does, and follows each redirect. */
async function signInByProvider({ copy, heard }: Stage): Promise<Caller> {
  const browser = new Caller("browser", copy.url, heard);
  const { csrfToken } = JSON.parse((await browser.ask("GET", "/api/auth/csrf")).text) as { csrfToken: string };
  const raw = new URLSearchParams({ csrfToken, callbackUrl: `${copy.url}/projects`, json: "true" }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const started = await browser.ask("POST", "/api/auth/signin/oidc", { raw, headers });
  const provider = new Caller("browser", copy.url, heard);
  const { headers: sent } = await provider.ask("GET", (JSON.parse(started.text) as { url: string }).url);
  await browser.ask("GET", sent.location ?? "/");
  return browser;
}
