import { randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A new signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function generateSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

/**
 * The key bytes of a secret: what `whsec_` and base64 decode to, else the text's own UTF-8 bytes. Decode once and keep
 * the result; the signing functions take keys, so that nothing is decoded per delivery.
 */
export function toKey(value: string): Buffer {
  const encoded = value.slice(PREFIX.length);
  if (value.startsWith(PREFIX) && encoded.length > 0 && BASE64.test(encoded)) return Buffer.from(encoded, "base64");
  return Buffer.from(value, "utf8");
}
