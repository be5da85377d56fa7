import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import { HMAC_ENCODINGS, type HmacHash, VERIFIER_TYPES, type VerifierType } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";
import { Received, type ReceivedRequest } from "@/lib/providers/verification/received";
import { SourceVerifier } from "./source-verifier";
import type { VerifierSettings } from "./verifier";

const SECRET = "s3cret-wörd";
const rawBody = Buffer.from([0x7b, 0x22, 0xff, 0x00, 0x22, 0x7d]);

/** OpenSSL's names of the hashes, written out a second time on purpose. */
const OPENSSL: Record<HmacHash, string> = {
  SHA1: "RSA-SHA1",
  SHA224: "RSA-SHA224",
  SHA256: "RSA-SHA256",
  SHA384: "RSA-SHA384",
  SHA512: "RSA-SHA512",
  SHA512_224: "RSA-SHA512/224",
  SHA512_256: "RSA-SHA512/256",
  SHA3_224: "RSA-SHA3-224",
  SHA3_256: "RSA-SHA3-256",
  SHA3_384: "RSA-SHA3-384",
  SHA3_512: "RSA-SHA3-512",
  MD5: "RSA-MD5",
};

const verify = (verifier: VerifierSettings, received: ReceivedRequest) =>
  new SourceVerifier(verifier, verifier.type === "provider" ? "github" : null).verify(received, Date.now());

function request(headers: ReceivedRequest["headers"], body = rawBody): ReceivedRequest {
  return { method: "POST", headers, query: "", url: "https://hooks.example.com/ingest/mask", rawBody: body };
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString("base64")}`;
}

const hmac = (hash: HmacHash, encoding: "hex" | "base64" | "base64url" = "hex"): VerifierSettings => {
  return { type: "hmac", hmac: { hash, encoding, header: "X-Signature", secret: SECRET } };
};

const digest = (hash: HmacHash) => createHmac(OPENSSL[hash], SECRET).update(rawBody);

const settings: Record<VerifierType, VerifierSettings> = {
  noop: { type: "noop" },
  hmac: hmac("SHA256"),
  basic_auth: { type: "basic_auth", basic_auth: { username: "ada", password: SECRET } },
  api_key: { type: "api_key", api_key: { header_name: "X-Api-Key", header_value: SECRET } },
  provider: { type: "provider", provider: { secret: SECRET } },
};

const right: Record<VerifierType, ReceivedRequest> = {
  noop: request({}),
  hmac: request({ "x-signature": digest("SHA256").digest("hex") }),
  basic_auth: request({ authorization: basic(`ada:${SECRET}`) }),
  api_key: request({ "x-api-key": SECRET }),
  provider: request({ "x-hub-signature-256": `sha256=${digest("SHA256").digest("hex")}` }),
};

describe.each(VERIFIER_TYPES)("the verifier %s", (type) => {
  it("accepts the right request", () => {
    expect(verify(settings[type], right[type])).toEqual({ ok: true });
  });

  if (type === "noop") return;

  it("refuses an absent, a wrong and a repeated value, and reveals no secret", () => {
    const [name = "", value = ""] = Object.entries(right[type].headers)[0] ?? [];
    for (const wrong of [
      undefined,
      "",
      " ",
      `${value}x`,
      [String(value), String(value)],
      "Basic ",
      "x".repeat(10_000),
    ]) {
      const verdict = verify(settings[type], request({ [name]: wrong }));
      expect(verdict.ok).toBe(false);
      expect(JSON.stringify(verdict)).not.toContain(SECRET);
      expect(JSON.stringify(verdict)).not.toContain(digest("SHA256").digest("hex"));
    }
  });
});

describe("hmac", () => {
  it.each(HMAC_HASHES)("works with %s in every encoding, with and without a prefix", (hash) => {
    for (const encoding of HMAC_ENCODINGS) {
      const value = digest(hash).digest(encoding);
      const prefixes = ["", `${hash.toLowerCase()}=`, `${hash.replace("_", "-")}=`];
      for (const text of prefixes.map((prefix) => prefix + value)) {
        expect(verify(hmac(hash, encoding), request({ "x-signature": text }))).toEqual({ ok: true });
        const changed = Buffer.from(rawBody);
        changed[3] = 1;
        expect(verify(hmac(hash, encoding), request({ "x-signature": text }, changed)).ok).toBe(false);
      }
    }
  });

  it("takes hex in upper case and base64 without padding", () => {
    const upper = digest("SHA256").digest("hex").toUpperCase();
    expect(verify(hmac("SHA256"), request({ "x-signature": upper })).ok).toBe(true);
    const bare = digest("SHA256").digest("base64").replace("=", "");
    expect(verify(hmac("SHA256", "base64"), request({ "x-signature": bare })).ok).toBe(true);
  });

  it("says so if the header names another hash", () => {
    const value = `sha1=${digest("SHA256").digest("hex")}`;
    expect(verify(hmac("SHA256"), request({ "x-signature": value }))).toEqual({
      ok: false,
      code: "header_malformed",
      message: "The header X-Signature holds a signature by another hash than SHA256.",
    });
  });

  it("takes an empty body", () => {
    const value = createHmac("sha256", SECRET).update("").digest("hex");
    expect(verify(hmac("SHA256"), request({ "x-signature": value }, Buffer.alloc(0))).ok).toBe(true);
  });
});

it("needs a published key for providers that publish theirs, and for nobody else", () => {
  const settings: VerifierSettings = { type: "provider", provider: { secret: SECRET } };
  const needing = PROVIDERS.filter((name) => new SourceVerifier(settings, name).needsKey);
  expect(needing).toEqual(
    PROVIDERS.filter((name) => ["certificate", "id_token", "account_key"].includes(providers[name].scheme.kind)),
  );
  expect(new SourceVerifier({ type: "noop" }, "paypal").needsKey).toBe(false);
  const github = new SourceVerifier(settings, "github");
  expect(github.neededKey(new Received(right.provider), Date.now())).toBeNull();
});

it("lets nothing pass without the published key", () => {
  const settings: VerifierSettings = { type: "provider", provider: { secret: SECRET } };
  for (const name of ["aws_sns", "paypal", "google_pubsub", "plaid"] as const) {
    expect(new SourceVerifier(settings, name).verify(right.provider, Date.now())).toMatchObject({
      ok: false,
      code: "key_unknown",
    });
  }
});

it("lets nothing pass whose provider is gone", () => {
  const settings: VerifierSettings = { type: "provider", provider: { secret: SECRET } };
  expect(new SourceVerifier(settings, null).verify(right.provider, Date.now()).ok).toBe(false);
});

describe("basic_auth", () => {
  it("takes the scheme in any case and a password with colons", () => {
    const verifier: VerifierSettings = { type: "basic_auth", basic_auth: { username: "a", password: "b:c:" } };
    const authorization = basic("a:b:c:").replace("Basic", "bASIC");
    expect(verify(verifier, request({ authorization })).ok).toBe(true);
  });

  it.each(["a:", ":b", "a", "a:b:", "b:a"])("refuses %s for a:b", (text) => {
    const verifier: VerifierSettings = { type: "basic_auth", basic_auth: { username: "a", password: "b" } };
    expect(verify(verifier, request({ authorization: basic(text) })).ok).toBe(false);
  });
});

describe("a secret before the present one", () => {
  const now = Date.parse("2027-01-31T12:00:00Z");
  const made = (secret: string) =>
    request({ "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}` });
  const verifier = () =>
    new SourceVerifier({ type: "provider", provider: { secret: SECRET } }, "github", {
      previous: { secret: "older", expiresAt: now + 1_000 },
    });

  it("is accepted to the millisecond before its time, and not from then on", () => {
    const one = verifier();
    const accepts = (at: number) => [SECRET, "older", "other"].map((secret) => one.verify(made(secret), at).ok);
    expect(accepts(now)).toEqual([true, true, false]);
    expect(accepts(now + 999)).toEqual([true, true, false]);
    expect(accepts(now + 1_000)).toEqual([true, false, false]);
  });

  it("is shared with the provider as long, behind the present one", () => {
    expect(verifier().secretsAt(now + 999)).toEqual([SECRET, "older"]);
    expect(verifier().secretsAt(now + 1_000)).toEqual([SECRET]);
  });
});

describe("secrets that a provider handed over", () => {
  const settings: VerifierSettings = { type: "provider", provider: {} };
  const made = (secret: string) =>
    request({ "x-hook-signature": createHmac("sha256", secret).update(rawBody).digest("hex") });

  it("are all accepted, and nothing else is", () => {
    const verifier = new SourceVerifier(settings, "asana", { handedOver: ["newer", "older"] });
    const accepted = ["newer", "older", "other", ""].map((secret) => verifier.verify(made(secret), Date.now()).ok);
    expect(accepted).toEqual([true, true, false, false]);
    expect(verifier.secretsAt(Date.now())).toEqual(["newer", "older"]);
  });

  it("let nothing pass as long as there is none", () => {
    const verifier = new SourceVerifier(settings, "asana");
    for (const secret of ["", "undefined", "null"]) {
      expect(verifier.verify(made(secret), Date.now())).toMatchObject({ ok: false, code: "handshake_missing" });
    }
    expect(verifier.verify(request({}), Date.now())).toMatchObject({ ok: false, code: "handshake_missing" });
  });
});
