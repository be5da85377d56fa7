import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const BODY = '{"amount":120}';
const PRESENT = "canary that is new";
const BEFORE = "canary of the source";
const hmac = { header: "X-Sig", hash: "SHA256", encoding: "hex", secret: BEFORE };
const sign = (secret: string, body = BODY) => createHmac("sha256", secret).update(body).digest("hex");
const check = (id: string, body: object, of = project) => of.ask("POST", `/sources/${id}/diagnose-signature`, { body });

async function rotated(): Promise<string> {
  const id = await project.source({ verifier: { type: "hmac", hmac } });
  await project.ask("POST", `/sources/${id}/secrets`, { body: { secret: PRESENT } });
  return id;
}

async function codesOf(id: string, body: object) {
  const { status, body: answer } = await check(id, body);
  expect(status).toBe(200);
  const text = JSON.stringify(answer);
  for (const leak of ["canary", sign(BEFORE), sign(PRESENT)]) expect(text).not.toContain(leak);
  expect(answer.data.message).toBe(answer.data.findings[0].message);
  return [answer.data.valid, ...answer.data.findings.map(({ code }: { code: string }) => code)];
}

it("says what is wrong, by the source's secrets and one that is tried, and shows none", async () => {
  const id = await rotated();
  const by = (secret: string, name = "X-Sig") => ({ headers: { [name]: sign(secret) }, body: BODY });
  expect(await codesOf(id, by(PRESENT))).toEqual([true, "valid"]);
  expect(await codesOf(id, by(BEFORE))).toEqual([true, "valid", "previous_secret"]);
  expect(await codesOf(id, by(PRESENT, "Sig"))).toEqual([false, "header_renamed"]);
  expect(await codesOf(id, by(`${PRESENT}\n`))).toEqual([false, "secret_form"]);
  const spaced = { headers: { "X-Sig": sign(PRESENT) }, body: '{ "amount": 120 }' };
  expect(await codesOf(id, spaced)).toEqual([false, "body_changed"]);
  const encoded = { ...spaced, body: Buffer.from(spaced.body).toString("base64"), body_encoding: "base64" };
  expect(await codesOf(id, encoded)).toEqual([false, "body_changed"]);
  const foreign = by("canary of the sender");
  expect(await codesOf(id, foreign)).toEqual([false, "signature_mismatch"]);
  expect(await codesOf(id, { ...foreign, secret: "canary of the sender" })).toEqual([false, "other_secret"]);
  expect(await codesOf(id, { ...foreign, secret: PRESENT })).toEqual([false, "signature_mismatch", "same_secret"]);
  const twice = { headers: { "X-Sig": sign(PRESENT), "x-sig": sign(PRESENT) }, body: BODY };
  expect(await codesOf(id, twice)).toEqual([false, "header_malformed"]);
});

it("knows the secret before for as long as it is kept, and calls it accepted by the time of the request", async () => {
  const id = await rotated();
  const old = { headers: { "X-Sig": sign(BEFORE) }, body: BODY };
  const later = new Date(Date.now() + 172_800_000).toISOString();
  expect(await codesOf(id, { ...old, received_at: later })).toEqual([false, "other_secret"]);
  await project.ask("DELETE", `/sources/${id}/secrets/previous`);
  expect(await codesOf(id, old)).toEqual([false, "signature_mismatch"]);
});

it("tells how far the clocks are apart when the request arrived", async () => {
  const secret = "canary of Stripe";
  const id = await project.source({ provider: "stripe", verifier: { type: "provider", provider: { secret } } });
  const headers = { "stripe-signature": `t=1801396800,v1=${sign(secret, `1801396800.${BODY}`)}` };
  const at = async (received_at: string) => (await check(id, { headers, body: BODY, received_at })).body.data;
  expect((await at("2027-01-31T12:04:00Z")).valid).toBe(true);
  expect((await at("2027-01-31T12:07:00Z")).message).toContain("7 minutes behind");
  expect((await at("2027-01-31T11:53:00Z")).message).toContain("7 minutes ahead");
});

it("signs the address as its sender knows it, where the provider does", async () => {
  const secret = "the token of Twilio";
  const id = await project.source({ provider: "twilio", verifier: { type: "provider", provider: { secret } } });
  const { url } = (await project.ask("GET", `/sources/${id}`)).body.data;
  const signed = (address: string) => ({
    headers: {
      "x-twilio-signature": createHmac("sha1", secret).update(`${address}Bodyhi`).digest("base64"),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "Body=hi",
  });
  expect(await codesOf(id, { ...signed(`${url}?q=1?`), url: `${url}?q=1?#top` })).toEqual([true, "valid"]);
  expect(await codesOf(id, signed(url))).toEqual([true, "valid"]);
  expect(await codesOf(id, signed(`${url}/`))).toEqual([false, "other_address"]);
  const proxied = "https://shop.example.com/hooks?q=1";
  expect(await codesOf(id, signed(proxied))).toEqual([false, "signature_mismatch"]);
  expect(await codesOf(id, { ...signed(proxied), url: proxied })).toEqual([false, "other_address"]);
});

it("tries a password for the user of Basic authentication, and says which half differs", async () => {
  const id = await project.source({
    verifier: { type: "basic_auth", basic_auth: { username: "ada", password: "canary" } },
  });
  const by = (text: string) => ({
    headers: { authorization: `Basic ${Buffer.from(text).toString("base64")}` },
    body: BODY,
  });
  expect(await codesOf(id, by("ada:canary"))).toEqual([true, "valid"]);
  expect(await codesOf(id, by("ada:canary\n"))).toEqual([false, "secret_form"]);
  expect(await codesOf(id, { ...by("ada:other"), secret: "other" })).toEqual([false, "other_secret"]);
  expect((await check(id, by("ada:other"))).body.data.message).toContain("the password is another");
  expect((await check(id, by("eve:canary"))).body.data.message).toContain("The user name is another");
});

it("takes the largest request, whatever it has, with a bounded number of tries", async () => {
  const id = await rotated();
  const headers = Object.fromEntries(Array.from({ length: 199 }, (_, at) => [`x-${at}`, "a1".repeat(4_096)]));
  const depth = (text: string) => `[${`${"[".repeat(98)}${"]".repeat(98)},`.repeat(1_330)}${JSON.stringify(text)}]`;
  for (const body of [depth("]]]"), `{"a":"${"]".repeat(131_000)}","b":${"[".repeat(65_000)}${"]".repeat(65_000)}}`]) {
    const one = { headers: { ...headers, "x-sig": "a1".repeat(32) }, body, secret: "'x' " };
    expect(await codesOf(id, one)).toEqual([false, "signature_mismatch"]);
  }
  const long = await check(id, { headers: { "x-sig": "00" }, body: "x".repeat(262_145) });
  expect([long.status, long.body.error.fields[0].path]).toEqual([422, "body"]);
});

it("needs an admin, a source of the project that verifies by a secret, and a request", async () => {
  const id = await project.source({ verifier: { type: "hmac", hmac } });
  const given = { headers: { "x-sig": "00" }, body: BODY };
  for (const key of [project.keys.operator, project.keys.viewer]) {
    expect((await project.ask("POST", `/sources/${id}/diagnose-signature`, { key, body: given })).status).toBe(403);
  }
  expect((await check(id, given, await bench.project("incoming"))).status).toBe(404);
  expect((await check(await project.source(), given)).status).toBe(409);
  const verifier = { type: "provider", provider: { secret: "4JH86294D6297924G" } };
  const paypal = await check(await project.source({ provider: "paypal", verifier }), given);
  expect([paypal.status, paypal.body.message]).toEqual([409, expect.stringContaining("a key that it publishes")]);
  const { status, body } = await check(id, {
    headers: {},
    body: "%",
    body_encoding: "text",
    secret: "",
    url: "ftp://a",
  });
  expect([status, body.error.fields.map((field: { path: string }) => field.path).sort()]).toEqual([
    422,
    ["headers", "secret", "url"],
  ]);
});
