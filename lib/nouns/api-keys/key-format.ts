import { createHash, randomBytes, randomInt } from "node:crypto";

const ID_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORMAT = /^hy_([0-9A-Za-z]{12})_([0-9A-Za-z_-]{43})$/;

/** A new key's two parts: the id finds its row, the secret (256 random bits) proves it. */
export function generateKeyParts(): { keyId: string; secret: string } {
  const keyId = Array.from({ length: 12 }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join("");
  return { keyId, secret: randomBytes(32).toString("base64url") };
}

/** `hy_<12 chars id>_<43 chars secret>`. */
export function formatKey(parts: { keyId: string; secret: string }): string {
  return `hy_${parts.keyId}_${parts.secret}`;
}

/** The parts of a key as its caller sent it; null if it is not a key at all. */
export function parseKey(key: string): { keyId: string; secret: string } | null {
  const match = FORMAT.exec(key);
  return match?.[1] && match[2] ? { keyId: match[1], secret: match[2] } : null;
}

/** The stored form of the secret. It has 256 random bits, so one round of SHA-256 is enough. */
export function hashKeySecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
