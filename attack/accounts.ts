import assert from "node:assert/strict";
import { Caller, type Made } from "@/attack/caller";
import { type Credentials, signIn, tryToSignIn } from "@/attack/sign-in";
import { join, makePerson, makeTenant, type Stage, type Tenant } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import { parseUrl } from "@/lib/kernel/parse-url";

/** Attacks by callers without a right, with a former right, or by guessing. */
export async function attackAccounts(stage: Stage, tally: Tally): Promise<void> {
  const tenant = await makeTenant(stage, "incoming");
  await attackSessions(stage, tally);
  await attackRights(stage, tenant, tally);
  await attackByGuessing(stage, tally);
}

async function attackSessions(stage: Stage, tally: Tally): Promise<void> {
  const { copy, heard } = stage;
  await tally.holds("a session's cookie is worth nothing after sign-out", async () => {
    const browser = await signIn(stage, await makePerson(stage));
    const old = browser.as("thief");
    await signOut(browser);
    await expectNobody(old);
  });
  await tally.holds("a session that was set before sign-in is not the one after it", async () => {
    const person = await makePerson(stage);
    const attacker = await signIn(stage, await makePerson(stage, "attacker"));
    const planted = attacker.cookies.get("next-auth.session-token") ?? "";
    const browser = new Caller("visitor", copy.url, heard).with("next-auth.session-token", planted);
    await tryToSignIn(browser, person);
    assert.notEqual(browser.cookies.get("next-auth.session-token"), planted);
    const me = await browser.get<{ email: string }>("/v1/me");
    assert.equal(me.email, person.email);
  });
  await tally.holds("a cookie with one letter changed, cut or swapped is nobody", async () => {
    const browser = await signIn(stage, await makePerson(stage));
    for (const [name, value] of browser.cookies) {
      const middle = Math.floor(value.length / 2);
      const changed = value.slice(0, middle) + (value[middle] === "A" ? "B" : "A") + value.slice(middle + 1);
      for (const forged of [
        ...(name.endsWith("session-token") ? [changed, value.slice(0, -4)] : [value]),
        "",
        "null",
      ]) {
        await expectNobody(new Caller("forger", copy.url, heard).with("next-auth.session-token", forged));
      }
    }
  });
  await tally.holds("a change of the password ends every other session, and the old cookie", async () => {
    const person = await makePerson(stage);
    const [here, there] = [await signIn(stage, person), await signIn(stage, person)];
    const old = here.as("thief");
    const new_password = `${person.password} and more`;
    await here.put("/v1/me/password", { current_password: person.password, new_password });
    await expectNobody(there);
    await expectNobody(old);
    assert.notEqual((await tryToSignIn(new Caller("late", copy.url, heard), person)).error, null);
  });
  await tally.holds("nobody ends a session of somebody else", async () => {
    const [one, other] = [await signIn(stage, await makePerson(stage)), await signIn(stage, await makePerson(stage))];
    const { content } = await one.get<{ content: Made[] }>("/v1/me/sessions");
    assert.equal((await other.ask("DELETE", `/v1/me/sessions/${content[0]?.uid}`)).status, 404);
    assert.equal((await one.ask("GET", "/v1/me")).status, 200);
  });
  await tally.holds("the link of set-up makes no second owner", async () => {
    const link = copy.setupUrl ?? "";
    const token = parseUrl(link)?.searchParams.get("token") ?? "guess";
    const body = { token, email: "second@example.com", password: "an unlikely sentence of mine" };
    const answer = await new Caller("late", copy.url, heard).ask("POST", "/api/setup", { body });
    assert.ok([403, 409].includes(answer.status), answer.text);
  });
}

async function attackRights(stage: Stage, { id, keys }: Tenant, tally: Tally): Promise<void> {
  const { owner, copy, heard } = stage;
  const home = `/v1/projects/${id}`;
  const newcomer = async () => {
    const person = await makePerson(stage);
    await join(stage, person.id, { projectId: id, role: "admin" });
    const browser = await signIn(stage, person);
    const { key } = await browser.post<{ key: string }>(`${home}/api-keys`, { name: person.email, role: "admin" });
    const first = new Caller("their key", copy.url, heard, key);
    const made = await first.post<{ key: string }>(`${home}/api-keys`, { name: `2 ${person.email}`, role: "admin" });
    return { person, browser, theirKeys: [first, new Caller("a key of their key", copy.url, heard, made.key)] };
  };
  await tally.holds("a role that was taken or lowered counts from the next request on", async () => {
    const { person, browser, theirKeys } = await newcomer();
    await owner.put(`${home}/members/${person.id}`, { role: "viewer" });
    assert.equal((await browser.ask("PUT", home, { body: {} })).status, 403);
    for (const key of theirKeys) assert.equal((await key.ask("GET", home)).status, 401);
    await owner.ask("DELETE", `${home}/members/${person.id}`);
    assert.equal((await browser.ask("GET", home)).status, 404);
  });
  await tally.holds("keys of somebody who was removed end, also those that their keys made", async () => {
    const { person, theirKeys } = await newcomer();
    await owner.ask("DELETE", `${home}/members/${person.id}`);
    for (const key of theirKeys) assert.equal((await key.ask("GET", home)).status, 401);
  });
  await tally.holds("nobody escapes a removal by making keys without end", async () => {
    const { person, browser } = await newcomer();
    const loop = async (name: string): Promise<void> => {
      for (let n = 0; ; n += 1) {
        const body = { name: `${name} ${n}`, role: "admin" };
        if ((await browser.ask("POST", `${home}/api-keys`, { body })).status !== 201) return;
      }
    };
    const loops = [1, 2, 3, 4].map((n) => loop(`${person.email} ${n}`));
    assert.equal((await owner.ask("DELETE", `${home}/members/${person.id}`)).status, 200);
    await Promise.all(loops);
  });
  await tally.holds("a suspended account has no session, no key and no way in", async () => {
    const { person, browser, theirKeys } = await newcomer();
    assert.equal((await owner.ask("PUT", `/v1/users/${person.id}/suspend`)).status, 200);
    for (const caller of [browser, ...theirKeys]) assert.equal((await caller.ask("GET", "/v1/me")).status, 401);
    assert.notEqual((await tryToSignIn(new Caller("suspended", copy.url, heard), person)).error, null);
  });
  await tally.holds("a revoked key is nobody's at once", async () => {
    const made = await owner.post<Made & { key: string }>(`${home}/api-keys`, { name: "brief", role: "admin" });
    const caller = new Caller("revoked key", copy.url, heard, made.key);
    assert.equal((await caller.ask("GET", home)).status, 200);
    await owner.ask("DELETE", `${home}/api-keys/${made.uid}`);
    assert.equal((await caller.ask("GET", home)).status, 401);
  });
  await tally.holds("an Idempotency-Key shows nobody another's answer", async () => {
    const headers = { "idempotency-key": "one-for-all" };
    const body = { name: "once", url: "http://127.0.0.1:9/once" };
    const first = await keys.admin.ask("POST", `${home}/endpoints`, { body, headers });
    const second = await owner.ask("POST", `${home}/endpoints`, { body, headers });
    const uidOf = ({ json }: typeof first) => (json.data as Made).uid;
    assert.notEqual(uidOf(second), uidOf(first));
    assert.equal((await keys.viewer.ask("POST", `${home}/endpoints`, { body, headers })).status, 403);
  });
}

async function attackByGuessing(stage: Stage, tally: Tally): Promise<void> {
  const { copy, heard } = stage;
  const from = (address: string) => ({ "x-forwarded-for": address });
  const guess = (who: Credentials, headers: Record<string, string>) =>
    tryToSignIn(new Caller("guesser", copy.url, heard), { ...who, password: "a wrong guess" }, headers);
  const person = await makePerson(stage);
  const known = await signIn(stage, person);
  const first = await guess(person, from("203.0.113.1"));
  await tally.holds("a wrong password tells nothing of whether there is such a person", async () => {
    const unknown = await guess({ email: "nobody-at-all@example.com", password: "" }, from("203.0.113.2"));
    assert.deepEqual(unknown, first);
  });
  await tally.holds("after five wrong passwords from one network even the right one is not heard there", async () => {
    for (let n = 0; n < 5; n += 1) await guess(person, from("203.0.113.3"));
    const right = await tryToSignIn(new Caller("guesser", copy.url, heard), person, from("203.0.113.3"));
    assert.match(right.error ?? "", /Too many/);
  });
  await tally.holds("many addresses of one IPv6 network count as one guesser", async () => {
    for (let n = 1; n <= 5; n += 1) await guess(person, from(`2001:db8:1:2::${n}`));
    const { error } = await guess(person, from("2001:db8:1:2:3:4:5:6"));
    assert.match(error ?? "", /Too many/);
  });
  await tally.holds("a guesser shuts nobody out who comes from elsewhere, or in a browser of their own", async () => {
    const elsewhere = new Caller("elsewhere", copy.url, heard);
    assert.equal((await tryToSignIn(elsewhere, person, from("203.0.113.9"))).error, null);
    assert.equal((await tryToSignIn(known.as("known browser"), person, from("203.0.113.3"))).error, null);
  });
  for (const new_password of ["password1234", "qwertyuiop12", "hookyard2026", "aaaaaaaaaaaa", person.email]) {
    await tally.holds(`the password ${JSON.stringify(new_password)} is refused`, async () => {
      const body = { current_password: person.password, new_password };
      assert.equal((await known.ask("PUT", "/v1/me/password", { body })).status, 422);
    });
  }
  await tally.holds("wrong present passwords are counted too", async () => {
    const body = { current_password: "a wrong guess", new_password: "an unlikely sentence of mine" };
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await known.ask("PUT", "/v1/me/password", { body })).status);
    assert.equal(statuses.at(-1), 429, statuses.join(", "));
  });
  await tally.holds("wrong present passwords are counted in whatever session", async () => {
    const thief = await signIn(stage, await makePerson(stage, "guessed"));
    const body = { current_password: "a wrong guess", new_password: "an unlikely sentence of mine" };
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      statuses.push((await thief.ask("PUT", "/v1/me/password", { body })).status);
      await thief.ask("DELETE", "/v1/me/sessions");
    }
    assert.equal(statuses.at(-1), 429, statuses.join(", "));
  });
}

async function signOut(browser: Caller): Promise<void> {
  const { csrfToken } = JSON.parse((await browser.ask("GET", "/api/auth/csrf")).text) as { csrfToken: string };
  const raw = new URLSearchParams({ csrfToken, json: "true" }).toString();
  await browser.ask("POST", "/api/auth/signout", {
    raw,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

async function expectNobody(caller: Caller): Promise<void> {
  assert.equal((await caller.ask("GET", "/v1/me")).status, 401, `${caller.name} is still somebody`);
}
