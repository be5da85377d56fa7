import { createHmac, createPublicKey, timingSafeEqual, verify } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/**
 * Throws unless the request was signed within the last 5 minutes. `secret` is a signing secret, or a public key:
 * whpk_…. `body` is the raw body, unparsed.
 */
export function verifyWebhook(secret: string, headers: Record<string, string | undefined>, body: Buffer): void {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id || !timestamp || !signatures) throw new Error("a webhook header is missing");
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new Error("the timestamp is too old or too new");
  }
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const isPublicKey = secret.startsWith("whpk_");
  const isRight = signatures.split(" ").some((entry) => {
    const [version, signature = ""] = entry.split(",");
    const given = Buffer.from(signature, "base64");
    if (isPublicKey) return version === "v1a" && verify(null, signed, toPublicKey(secret), given);
    return version === "v1" && isDigest(given, secret, signed);
  });
  if (!isRight) throw new Error("no signature is right");
}

function isDigest(given: Buffer, secret: string, signed: Buffer): boolean {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
  const expected = createHmac("sha256", key).update(signed).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function toPublicKey(text: string) {
  const x = Buffer.from(text.slice(5), "base64").toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
