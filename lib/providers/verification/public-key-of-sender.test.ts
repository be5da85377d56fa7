import { generateKeyPairSync, sign as signData } from "node:crypto";
import { describe, expect, it } from "vitest";
import { providers } from "@/lib/providers/providers.gen";
import { SourceVerifier } from "@/lib/providers/verifiers/source-verifier";
import { generateKeyPair, toPrivateKey } from "@/lib/signing/key-pairs";
import { generateSecret, toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";
import { findSecretProblem } from "./secret-problem";

const NOW = Date.parse("2027-01-31T12:00:00Z");
const BODY = Buffer.from('{"type":"invoice.paid","note":"größer"}');

const toRequest = (headers: Record<string, string>, rawBody = BODY) => {
  return { method: "POST", headers, query: "", url: "https://hooks.example.com/ingest/a", rawBody };
};

describe.each(["standard_webhooks", "hookyard"] as const)("a source of %s with the sender's public key", (provider) => {
  const pair = generateKeyPair();
  const verifierOf = (secret: string) => new SourceVerifier({ type: "provider", provider: { secret } }, provider);
  const source = verifierOf(pair.publicKey);
  const send = async (...keys: (string | Buffer)[]) => {
    const signers = keys.map((key) => (typeof key === "string" ? toPrivateKey(key) : key));
    return { ...(await signStandard("msg_1", NOW / 1000, BODY, signers)) };
  };

  it("takes what the key pair signed, alone or beside other entries", async () => {
    expect(source.verify(toRequest(await send(pair.privateKey)), NOW)).toEqual({ ok: true });
    const both = await send(toKey(generateSecret()), generateKeyPair().privateKey, pair.privateKey);
    expect(source.verify(toRequest(both), NOW)).toEqual({ ok: true });
  });

  it("takes what another program signs by the specification", () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const secret = `whpk_${publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64")}`;
    const signature = signData(null, Buffer.from(`msg_2.${NOW / 1000}.${BODY}`), privateKey).toString("base64");
    const headers = {
      "webhook-id": "msg_2",
      "webhook-timestamp": String(NOW / 1000),
      "webhook-signature": `v1,abc v1a,${signature}`,
    };
    expect(verifierOf(secret).verify(toRequest(headers), NOW)).toEqual({ ok: true });
  });

  it("refuses another key pair, another body, another time, and a digest made by the key's text", async () => {
    const refusalOf = (headers: Record<string, string>, { body = BODY, now = NOW } = {}) => {
      const verdict = source.verify(toRequest(headers, body), now);
      return verdict.ok ? null : verdict.code;
    };
    const right = await send(pair.privateKey);
    expect(refusalOf(await send(generateKeyPair().privateKey))).toBe("signature_mismatch");
    expect(refusalOf(right, { body: Buffer.from("{}") })).toBe("signature_mismatch");
    expect(refusalOf(right, { now: NOW + 301_000 })).toBe("timestamp_too_old");
    expect(refusalOf(await send(toKey(pair.publicKey)))).toBe("header_malformed");
    expect(refusalOf({ ...right, "webhook-signature": right["webhook-signature"].slice(0, -8) })).toBe(
      "wrong_encoding",
    );
  });

  it("takes a secret before it, while both count", async () => {
    const older = generateSecret();
    const settings = { type: "provider", provider: { secret: pair.publicKey } } as const;
    const both = new SourceVerifier(settings, provider, { previous: { secret: older, expiresAt: NOW + 1 } });
    expect(both.verify(toRequest(await send(toKey(older))), NOW)).toEqual({ ok: true });
    expect(both.verify(toRequest(await send(pair.privateKey)), NOW)).toEqual({ ok: true });
    expect(both.verify(toRequest(await send(toKey(older))), NOW + 1)).toMatchObject({ ok: false });
  });
});

it("takes no text for a public key that is none", () => {
  const { scheme } = providers.standard_webhooks;
  const { publicKey } = generateKeyPair();
  expect(findSecretProblem(scheme, publicKey)).toBeNull();
  for (const text of [`${publicKey.slice(0, -8)}=`, "whpk_", `whpk_${"!".repeat(44)}`]) {
    expect(findSecretProblem(scheme, text)).not.toBeNull();
  }
});
