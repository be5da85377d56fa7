import { createHmac } from "node:crypto";
import githubExamples from "@octokit/webhooks-examples";
import { describe, expect, it } from "vitest";
import { PROVIDERS, type ProviderName } from "@/lib/kernel/vocabulary";
import { verify } from "@/lib/providers/verifiers/verify";
import { providers, toProviderVerifier } from "./providers";

const SECRET = "It's a Secret to Everybody";

/** How each provider signs and what it sends, written independently of the table under test. */
type Sample = {
  headers: Record<string, string>;
  body: unknown;
  sign(body: Buffer): [header: string, value: string];
  type: string;
};

const sha256 = (body: Buffer) => createHmac("sha256", SECRET).update(body);

const push = githubExamples.find(({ name }) => name === "push");

const samples: Record<ProviderName, Sample> = {
  github: {
    headers: { "x-github-event": "push", "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958" },
    body: push?.examples[0],
    sign: (body) => ["x-hub-signature-256", `sha256=${sha256(body).digest("hex")}`],
    type: "push",
  },
  shopify: {
    headers: { "x-shopify-topic": "orders/create", "x-shopify-shop-domain": "example.myshopify.com" },
    body: {
      id: 820982911946,
      email: "jon@example.com",
      total_price: "388.00",
      line_items: [{ sku: "IPOD2008PINK" }],
    },
    sign: (body) => ["x-shopify-hmac-sha256", sha256(body).digest("base64")],
    type: "orders/create",
  },
  twitter: {
    headers: {},
    body: { for_user_id: "2244994945", tweet_create_events: [{ id_str: "1050118621198921728", text: "größer 🎉" }] },
    sign: (body) => ["x-twitter-webhooks-signature", `sha256=${sha256(body).digest("base64")}`],
    type: "tweet_create_events",
  },
};

describe.each(PROVIDERS)("%s", (name) => {
  const { headers, body, sign, type } = samples[name];
  const rawBody = Buffer.from(JSON.stringify(body));
  const [header, signature] = sign(rawBody);
  const verifier = toProviderVerifier(name, SECRET);
  const signed = { ...headers, [header]: signature };

  it("is in the table under its own name", () => {
    expect(providers[name].name).toBe(name);
  });

  it("is accepted when it signs as it says it does", () => {
    expect(rawBody.length).toBeGreaterThan(50);
    expect(verify(verifier, { headers: signed, rawBody })).toEqual({ ok: true });
  });

  it("is refused with one byte changed, another secret, or no signature", () => {
    for (const at of [0, rawBody.length >> 1, rawBody.length - 1]) {
      const changed = Buffer.from(rawBody);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(verify(verifier, { headers: signed, rawBody: changed }).ok).toBe(false);
    }
    expect(verify(toProviderVerifier(name, `${SECRET} `), { headers: signed, rawBody }).ok).toBe(false);
    expect(verify(verifier, { headers, rawBody }).ok).toBe(false);
  });

  it("tells the event's type", () => {
    expect(providers[name].eventTypeOf?.(signed, body)).toBe(type);
    for (const nothing of [null, undefined, [], "text"]) expect(providers[name].eventTypeOf?.({}, nothing)).toBeNull();
  });
});

it("accepts the example of GitHub's documentation", () => {
  const headers = { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" };
  expect(verify(toProviderVerifier("github", SECRET), { headers, rawBody: Buffer.from("Hello, World!") })).toEqual({
    ok: true,
  });
});

it("answers Twitter's challenge with the token signed by the secret", () => {
  const { challenge } = providers.twitter;
  expect(challenge?.({ crc_token: "challenge" }, SECRET)).toEqual({
    contentType: "application/json",
    body: JSON.stringify({ response_token: `sha256=${sha256(Buffer.from("challenge")).digest("base64")}` }),
  });
  const unanswered: Record<string, string | string[]>[] = [{}, { crc_token: "" }, { crc_token: ["a", "b"] }];
  for (const query of unanswered) expect(challenge?.(query, SECRET)).toBeNull();
});
