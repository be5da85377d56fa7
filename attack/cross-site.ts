import assert from "node:assert/strict";
import { Caller } from "@/attack/caller";
import { signIn, tryToSignIn } from "@/attack/sign-in";
import { makePerson, type Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import { fingerprint, type Victim } from "@/attack/victim";
import { EXAMPLES } from "@/lib/api/document/examples";
import { nameOf } from "@/lib/api/document/named-schemas";
import type { Route } from "@/lib/api/route";
import { ROUTES } from "@/lib/api/routes/registry";

type Headers = Record<string, string>;

/** A browser's headers for a request by a page of another site. An empty text omits the header. */
const FOREIGN: Record<string, Headers> = {
  "a form of another site": {
    origin: "https://evil.example",
    "sec-fetch-site": "cross-site",
    "content-type": "application/x-www-form-urlencoded",
  },
  "a fetch of another site": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  "a sister site": { origin: "https://other.hookyard.example", "sec-fetch-site": "same-site" },
  "an old browser at another site": { origin: "https://evil.example", "sec-fetch-site": "" },
  "a sandboxed frame": { origin: "null", "sec-fetch-site": "cross-site" },
  "an old browser's sandboxed frame": { origin: "null", "sec-fetch-site": "" },
  "a browser that tells nothing": { origin: "", "sec-fetch-site": "" },
  "a text that is JSON": {
    origin: "https://evil.example",
    "sec-fetch-site": "cross-site",
    "content-type": "text/plain",
  },
};

const PAGES = ["/sign-in", "/setup", "/projects", "/account", "/docs", "/invite?token=x", "/nothing-here"];
const ELSEWHERE = [
  ...[
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/%09/evil.example",
    "/\t/evil.example",
  ],
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "https:evil.example",
    "http://evil.example@127.0.0.1",
    "///evil.example",
  ],
];

/** Attacks by other sites with the session of a person who visits them. */
export async function attackFromOtherSites(stage: Stage, tally: Tally, victim: Victim): Promise<void> {
  const { owner, copy } = stage;
  const before = await fingerprint(stage.db, victim.id);
  for (const route of ROUTES.filter(({ method, permission }) => method !== "get" && permission !== "public")) {
    for (const [name, headers] of Object.entries(FOREIGN)) {
      await tally.holds(`${route.id} does nothing for ${name}`, () =>
        expectForbidden(owner, route, { victim, headers }),
      );
    }
  }
  const visitor = new Caller("visitor", copy.url, stage.heard);
  for (const route of ROUTES.filter(({ method }) => method === "get")) {
    await tally.holds(`${route.id} shows nothing to a page of another site`, async () => {
      const path = fill(route.path, victim);
      const answer = await owner.ask("GET", path, { headers: { "sec-fetch-site": "cross-site", origin: "" } });
      if (route.permission === "public") assert.equal(answer.text, (await visitor.ask("GET", path)).text);
      else assert.equal(answer.status, 403, answer.text);
      assert.equal(answer.headers["access-control-allow-origin"], undefined);
    });
  }
  await tally.holds("the owner's session was used by nobody else", async () => {
    assert.deepEqual(await fingerprint(stage.db, victim.id), before);
  });
  for (const path of PAGES) {
    await tally.holds(`${path} cannot be framed, and runs no script of others`, async () => {
      const { headers } = await owner.ask("GET", path);
      assert.match(headers["content-security-policy"] ?? "", /frame-ancestors 'none'/);
      assert.doesNotMatch(headers["content-security-policy"] ?? "", /script-src[^;]*'unsafe-(?:inline|eval)'/);
      assert.equal(headers["x-content-type-options"], "nosniff");
    });
  }
  await attackSigningIn(stage, tally);
  for (const next of ELSEWHERE) {
    await tally.holds(`sign-in does not lead a signed-in person to ${JSON.stringify(next)}`, async () => {
      const answer = await owner.ask("GET", `/sign-in?next=${encodeURIComponent(next)}`);
      const location = new URL(answer.headers.location ?? "/", copy.url);
      assert.equal(location.origin, new URL(copy.url).origin);
    });
  }
}

async function attackSigningIn(stage: Stage, tally: Tally): Promise<void> {
  const { copy, heard } = stage;
  const attacker = await makePerson(stage, "attacker");
  await tally.holds("another site cannot sign its visitor in as somebody else", async () => {
    const visitor = new Caller("visitor", copy.url, heard);
    const form = new URLSearchParams({ ...attacker, csrfToken: "0".repeat(64), json: "true" }).toString();
    await visitor.ask("POST", "/api/auth/callback/credentials", {
      raw: form,
      headers: { ...FOREIGN["a form of another site"] },
    });
    assert.equal((await visitor.ask("GET", "/v1/me")).status, 401);
  });
  await tally.holds("another site cannot sign its visitor out", async () => {
    const visitor = await signIn(stage, attacker);
    const session = visitor.cookieHeader();
    await visitor.ask("POST", "/api/auth/signout", {
      raw: "json=true",
      headers: { ...FOREIGN["a form of another site"] },
    });
    await visitor.ask("GET", "/api/auth/signout");
    const stolen = new Caller("visitor", copy.url, heard);
    const me = await stolen.ask("GET", "/v1/me", { headers: { cookie: session, "sec-fetch-site": "same-origin" } });
    assert.equal(me.status, 200);
  });
  await tally.holds("the session cookie is for no script and no other site's requests", async () => {
    const visitor = new Caller("visitor", copy.url, heard);
    await tryToSignIn(visitor, attacker);
    const told = heard.findLast(({ what }) => what.includes("/callback/credentials"))?.text ?? "";
    const cookie = /"([^"]*session-token=[^"]*)"/.exec(told)?.[1] ?? "";
    assert.match(cookie, /HttpOnly/i);
    assert.match(cookie, /SameSite=(?:Lax|Strict)/i);
  });
  await tally.holds("signing in leads to no other host afterwards", async () => {
    const visitor = new Caller("visitor", copy.url, heard);
    const { text } = await visitor.ask("GET", "/api/auth/csrf");
    const { csrfToken } = JSON.parse(text) as { csrfToken: string };
    const { email, password } = attacker;
    const form = new URLSearchParams({ email, password, csrfToken, callbackUrl: "https://evil.example/" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await visitor.ask("POST", "/api/auth/callback/credentials", { raw: form, headers });
    assert.ok(!`${answer.headers.location ?? ""}${answer.text}`.includes("evil.example"), answer.headers.location);
  });
}

type Forged = { victim: Victim; headers: Headers };

async function expectForbidden(owner: Caller, route: Route, { victim, headers }: Forged): Promise<void> {
  const body = (route.body && EXAMPLES[nameOf(route.body) ?? ""]) ?? {};
  const sent = { "content-type": "application/json", ...headers };
  const answer = await owner.ask(route.method.toUpperCase(), fill(route.path, victim), {
    raw: JSON.stringify(body),
    headers: sent,
  });
  assert.equal(answer.status, 403, answer.text);
}

function fill(path: string, victim: Victim): string {
  return path.replace(/\{(\w+)\}/g, (_braced, name: string) => victim.ids[name] ?? victim.id);
}
