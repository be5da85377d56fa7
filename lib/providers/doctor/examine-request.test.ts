import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";
import { type HeldKeyScheme, isPublishedKey, type SignatureScheme } from "@/lib/providers/scheme";
import type { ReceivedRequest } from "@/lib/providers/verification/received";
import { examineRequest } from "./examine-request";
import type { IncomingCase, KnownSecret } from "./incoming-case";

const NOW = Date.parse("2027-01-31T12:00:00Z");
const SECRET = "a secret of the shop";
const BODY = '{"amount":120,"note":"für Ada"}';
const present: KnownSecret = { kind: "present", text: SECRET };

const scheme: SignatureScheme = {
  kind: "signature",
  algorithm: { type: "hmac", hash: "SHA256", key: "utf8" },
  signature: { form: "named", header: "X-Shop-Signature" },
  encoding: "hex",
  signed: "{body}",
  timestamp: null,
  id: null,
  bodyHash: null,
};

function heldScheme(name: ProviderName): HeldKeyScheme {
  const { scheme } = providers[name];
  if (isPublishedKey(scheme)) throw new Error(`${name} publishes its key.`);
  return scheme;
}

const hexOf = (body: string | Buffer, secret: string | Buffer = SECRET) =>
  createHmac("sha256", secret).update(body).digest("hex");

function request(headers: ReceivedRequest["headers"], body: string | Buffer = BODY): ReceivedRequest {
  return { method: "POST", headers, query: "", url: "https://hooks.example.com/x", rawBody: Buffer.from(body) };
}
const signed = (signature: string, body?: string | Buffer) => request({ "x-shop-signature": signature }, body);

const examine = (given: Partial<IncomingCase> & Pick<IncomingCase, "request">) =>
  examineRequest({ scheme, provider: null, secrets: [present], sentTo: null, now: NOW, ...given });

async function codesOf(given: Parameters<typeof examine>[0]) {
  return (await examine(given)).findings.map(({ code }) => code);
}

describe("a body", () => {
  it.each([
    ["with escaped letters", BODY.replace("ü", "\\u00fc")],
    ["with a byte order mark", `\uFEFF${BODY}`],
    ["read as Latin-1", Buffer.from(BODY).toString("latin1")],
  ])("%s is told", async (_how, arrived) => {
    expect(await codesOf({ request: signed(hexOf(BODY), arrived) })).toEqual(["body_changed"]);
  });

  it("that was left out when it was signed is told, and one that was not pasted", async () => {
    expect(await codesOf({ request: signed(hexOf("")) })).toEqual(["body_changed"]);
    const { findings } = await examine({ request: signed(hexOf(BODY), "") });
    expect(findings.map(({ code }) => code)).toEqual(["signature_mismatch", "signature_mismatch"]);
    expect(findings[1]?.message).toContain("No body was given");
  });
});

describe("a secret", () => {
  it.each([
    ["pasted with its name", `SHOP_SECRET=${SECRET}`],
    ["pasted with its name in quotes", `export SHOP_SECRET="${SECRET}"`],
    ["pasted with a line break", `${SECRET}\r\n`],
    ["pasted with whsec_", `whsec_${SECRET}`],
  ])("%s is told", async (_how, text) => {
    expect(await codesOf({ request: signed(hexOf(BODY)), secrets: [{ kind: "present", text }] })).toEqual([
      "secret_form",
    ]);
  });

  it("that is given in another form than it signs with is told twice: its form, and that it is another", async () => {
    const secrets: KnownSecret[] = [
      { kind: "present", text: "other" },
      { kind: "given", text: ` ${SECRET}` },
    ];
    expect(await codesOf({ request: signed(hexOf(BODY)), secrets })).toEqual(["secret_form", "other_secret"]);
  });

  it("that is decoded by the sender, and not by us, is told", async () => {
    const text = Buffer.from(SECRET).toString("base64");
    const given = { request: signed(hexOf(BODY)), secrets: [{ kind: "present", text }] as const };
    const { findings } = await examine(given);
    expect(findings).toMatchObject([{ code: "secret_form", message: expect.stringContaining("decoded from base64") }]);
  });

  it("that is no key of this kind is told with what a key looks like", async () => {
    const secrets: KnownSecret[] = [
      { kind: "present", text: "none" },
      { kind: "given", text: "none either" },
    ];
    const wise = { scheme: heldScheme("wise"), provider: "wise" as const, secrets };
    const { findings } = await examine({ ...wise, request: request({ "x-signature-sha256": "AAAA" }) });
    expect(findings.at(-1)).toMatchObject({ code: "secret_form", advice: expect.stringContaining("BEGIN PUBLIC KEY") });
    expect(findings[0]?.message).toContain("nobody can tell another key from another body");
  });

  it("of the test mode is suspected where the body says so", async () => {
    const body = '{"livemode":false}';
    expect(await codesOf({ request: signed(hexOf(body, "of the test mode"), body) })).toEqual([
      "signature_mismatch",
      "test_mode",
    ]);
    const secrets: KnownSecret[] = [present, { kind: "given", text: "of the test mode" }];
    expect(await codesOf({ request: signed(hexOf(body, "of the test mode"), body), secrets })).toEqual([
      "other_secret",
    ]);
  });
});

describe("two faults at once", () => {
  it("in a header's name and a body are both told", async () => {
    const given = request({ "shop-signature": hexOf(BODY) }, `${BODY}\n`);
    expect(await codesOf({ request: given })).toEqual(["header_renamed", "body_changed"]);
  });

  it("in a secret and a time are both told", async () => {
    const stripe = { scheme: heldScheme("stripe"), provider: "stripe" as const };
    const t = NOW / 1_000 - 7_500;
    const given = request({ "stripe-signature": `t=${t},v1=${hexOf(`${t}.${BODY}`, `${SECRET}\n`)}` });
    const { findings } = await examine({ ...stripe, request: given });
    expect(findings.map(({ code }) => code)).toEqual(["secret_form", "timestamp_too_old"]);
    expect(findings[1]?.message).toContain("2 hours 5 minutes");
  });
});

describe("what nobody can know", () => {
  it("is said so, and which secret to try next", async () => {
    const { isValid, findings } = await examine({ request: signed(hexOf(BODY, "of nobody")) });
    expect([isValid, findings.length]).toEqual([false, 1]);
    expect(findings[0]?.message).toContain("nobody can tell another secret from another body");
    expect(findings[0]?.advice).toContain("give it here to try");
  });

  it("leaves the provider whose header came, where no secret fits it", async () => {
    const given = request({ "stripe-signature": `t=1,v1=${hexOf(BODY, "of nobody")}` });
    const { findings } = await examine({ request: given });
    expect(findings.map(({ code, header }) => [code, header])).toEqual([
      ["header_missing", "X-Shop-Signature"],
      ["other_provider", "Stripe-Signature"],
    ]);
  });

  it("is not made up for a timestamp that is none", async () => {
    const given = request({ "stripe-signature": `t=noon,v1=${hexOf(`noon.${BODY}`)}` });
    expect(await codesOf({ scheme: heldScheme("stripe"), provider: "stripe", request: given })).toEqual([
      "timestamp_malformed",
    ]);
  });
});
