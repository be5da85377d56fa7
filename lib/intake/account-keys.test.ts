import { generateKeyPairSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { closeAll, listen, sender } from "@/lib/egress/receiver.fixture";
import type { Sender } from "@/lib/egress/send";
import { ProviderHosts } from "@/lib/intake/provider-hosts";
import { ProviderKeys } from "@/lib/intake/provider-keys";
import { provider } from "@/lib/providers/plaid/provider";
import { type AccountKeyScheme, isPublishedKey } from "@/lib/providers/scheme";
import { findNeededKey, type NeededKey } from "@/lib/providers/verification/needed-key";
import { writeProviderAccount } from "@/lib/providers/verification/provider-account";
import { Received } from "@/lib/providers/verification/received";

const HOUR_MS = 3_600_000;
const scheme = provider.scheme as AccountKeyScheme;
const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const jwk = { ...pair.publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "k1", expired_at: null };

type Asked = { url: string; method: string; path: string; body: Record<string, unknown> };

let asked: Asked[];
let answer: (response: ServerResponse, body: Asked["body"]) => void;
let now: number;
let keys: ProviderKeys;
let host: string;

const give = (key: object) => (response: ServerResponse) => response.end(JSON.stringify({ key, request_id: "r" }));
const refuse = (error_code: string, status = 400) => {
  return (response: ServerResponse) => response.writeHead(status).end(JSON.stringify({ error_code }));
};

beforeEach(async () => {
  asked = [];
  answer = give(jwk);
  now = Date.now();
  let sentTo = "";
  host = await listen(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked["body"];
      asked.push({ url: sentTo, method: request.method ?? "", path: request.url ?? "", body });
      answer(response, body);
    }),
  );
  // The provider's hosts are at this machine here.
  const real = sender();
  const send: Sender["send"] = (request) => {
    sentTo = request.url;
    return real.send({ ...request, url: `http://${host}${new URL(request.url).pathname}` });
  };
  keys = new ProviderKeys(new ProviderHosts({ send }, () => now), { nowMs: () => now });
});
afterEach(closeAll);

const account = (secret = "s1", environment: "production" | "sandbox" = "production") =>
  writeProviderAccount({ environment, clientId: "c1", secret });

/** The key that a request with a token of this name needs, as a source with these secrets asks for it. */
function needed(kid = "k1", secrets = [account()]): NeededKey {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${encoded({ alg: "ES256", kid, typ: "JWT" })}.${encoded({ iat: 1 })}.AAAA`;
  const headers = { "plaid-verification": token };
  const request = { method: "POST", headers, query: "", url: "https://h.example/", rawBody: Buffer.alloc(0) };
  const found = findNeededKey(scheme, secrets, new Received(request));
  if ("code" in found) throw new Error(found.message);
  return found;
}

const get = (one: NeededKey, source = "source-1") => keys.get(one, source);
const refusedAs = (reason: string) => expect.objectContaining({ code: "unauthorized", reason });
const laterAs = (reason: string) => expect.objectContaining({ code: "unavailable", reason, retryAfter: 15 });

it("is published, so that nothing of it can be signed here", () => {
  expect(isPublishedKey(scheme)).toBe(true);
});

describe("A key that is given to an account", () => {
  it("is asked for with its credentials at the provider's own host of its environment", async () => {
    expect((await get(needed())).equals(pair.publicKey)).toBe(true);
    await get(needed("k1", [account("s2", "sandbox")]));
    expect(asked).toEqual([
      {
        url: "https://production.plaid.com/webhook_verification_key/get",
        method: "POST",
        path: "/webhook_verification_key/get",
        body: { client_id: "c1", secret: "s1", key_id: "k1" },
      },
      {
        url: "https://sandbox.plaid.com/webhook_verification_key/get",
        method: "POST",
        path: "/webhook_verification_key/get",
        body: { client_id: "c1", secret: "s2", key_id: "k1" },
      },
    ]);
  });

  it("is asked for once however many requests need it, and again after an hour", async () => {
    await Promise.all(Array.from({ length: 20 }, () => get(needed())));
    now += HOUR_MS - 1;
    await get(needed(), "source-2");
    expect(asked).toHaveLength(1);
    now += 1;
    await get(needed());
    expect(asked).toHaveLength(2);
  });

  it("serves no other account: what one was given says nothing of another", async () => {
    await get(needed());
    answer = refuse("INVALID_API_KEYS");
    await expect(get(needed("k1", [account("other")]))).rejects.toEqual(laterAs("key_denied"));
    await get(needed());
    expect(asked).toHaveLength(2);
  });

  it("holds until it has expired, although it is kept longer", async () => {
    answer = give({ ...jwk, expired_at: Math.floor(now / 1_000) + 60 });
    await get(needed());
    now += 62_000;
    await expect(get(needed())).rejects.toEqual(refusedAs("key_untrusted"));
    answer = give({ ...jwk, expired_at: 1_560_466_150 });
    await expect(get(needed("k1", [account("fresh")]))).rejects.toEqual(refusedAs("key_untrusted"));
  });

  it("of a name that the provider does not know is refused, and not asked for again within a minute", async () => {
    answer = refuse("INVALID_WEBHOOK_VERIFICATION_KEY_ID");
    for (let at = 0; at < 3; at++) await expect(get(needed("evil"))).rejects.toEqual(refusedAs("key_unknown"));
    expect(asked).toHaveLength(1);
    now += 60_000;
    answer = give({ ...jwk, kid: "evil" });
    await get(needed("evil"));
  });

  it("is tried again later where the credentials are wrong, and the reason tells no credential", async () => {
    for (const code of ["INVALID_API_KEYS", "UNAUTHORIZED_ENVIRONMENT"]) {
      answer = refuse(code);
      const error = await get(needed(code)).catch((thrown: unknown) => thrown);
      expect(error).toEqual(laterAs("key_denied"));
      expect(String(error)).toContain(code);
      expect(JSON.stringify([error, String(error)])).not.toMatch(/"s1"|\bc1\b/);
    }
    now += 10_000;
    answer = give({ ...jwk, kid: "INVALID_API_KEYS" });
    await get(needed("INVALID_API_KEYS"));
  });

  it("is asked for with the secret before where the new one is not known yet", async () => {
    answer = (response, { secret }) => (secret === "new" ? refuse("INVALID_API_KEYS") : give(jwk))(response);
    await get(needed("k1", [account("new"), account("old")]));
    expect(asked.map(({ body }) => body.secret)).toEqual(["new", "old"]);
    answer = refuse("INVALID_API_KEYS");
    await expect(get(needed("k2", [account("new"), account("old")]))).rejects.toEqual(laterAs("key_denied"));
  });

  it("that cannot be had now is to be tried again later, and nobody is led elsewhere with the credentials", async () => {
    for (const status of [301, 307, 401, 429, 500]) {
      answer = (response) => response.writeHead(status, { location: "/elsewhere" }).end(JSON.stringify({ key: jwk }));
      await expect(get(needed(`k${status}`))).rejects.toEqual(laterAs("key_unreachable"));
    }
    answer = refuse("<script>");
    await expect(get(needed("odd"))).rejects.toEqual(laterAs("key_unreachable"));
    expect(asked.every(({ path }) => path === "/webhook_verification_key/get")).toBe(true);
  });

  it("is asked for ten times a minute for one source", async () => {
    answer = refuse("INVALID_WEBHOOK_VERIFICATION_KEY_ID");
    for (let at = 0; at < 10; at++) await expect(get(needed(`k${at}`))).rejects.toEqual(refusedAs("key_unknown"));
    await expect(get(needed("one more"))).rejects.toEqual(
      expect.objectContaining({ code: "unavailable", reason: "key_unreachable" }),
    );
    expect(asked).toHaveLength(10);
  });

  it.each([
    ["of another name", { ...jwk, kid: "k2" }],
    ["of another curve", { ...generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" }) }],
    ["for another algorithm", { ...jwk, alg: "ES384" }],
    ["that is a shared secret", { kid: "k1", kty: "oct", k: "AAAA", alg: "HS256" }],
    ["for encryption", { ...jwk, use: "enc" }],
    ["off the curve", { ...jwk, x: jwk.y, y: jwk.x }],
    ["without an end that can be read", { ...jwk, expired_at: "soon" }],
    ["that is none", null],
  ])("%s is not taken", async (_what, key) => {
    answer = (response) => response.end(JSON.stringify({ key }));
    await expect(get(needed())).rejects.toEqual(refusedAs("key_untrusted"));
  });

  it.each(["", "null", "[]", "{", '{"key":[]}'])("is none where the answer is %s", async (text) => {
    answer = (response) => response.end(text);
    await expect(get(needed())).rejects.toEqual(refusedAs("key_untrusted"));
  });

  it("is not fetched from an address that the guard refuses", async () => {
    const guarded = sender({ guard: createAddressGuard("") });
    const send: Sender["send"] = (request) => guarded.send({ ...request, url: `http://${host}/` });
    const behind = new ProviderKeys(new ProviderHosts({ send }));
    await expect(behind.get(needed(), "source-1")).rejects.toEqual(laterAs("key_unreachable"));
    expect(asked).toEqual([]);
  });
});
