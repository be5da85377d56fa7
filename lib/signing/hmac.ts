import { createHmac, createSecretKey, type Hmac, type KeyObject } from "node:crypto";
import { setImmediate as yieldLoop } from "node:timers/promises";
import type { HmacHash } from "@/lib/kernel/vocabulary";

const OPENSSL_NAMES: Record<HmacHash, string> = {
  SHA1: "sha1",
  SHA224: "sha224",
  SHA256: "sha256",
  SHA384: "sha384",
  SHA512: "sha512",
  SHA512_224: "sha512-224",
  SHA512_256: "sha512-256",
  SHA3_224: "sha3-224",
  SHA3_256: "sha3-256",
  SHA3_384: "sha3-384",
  SHA3_512: "sha3-512",
  MD5: "md5",
};

/** By the bytes of a secret. Node.js 24 takes several times as long to look at bytes as for the HMAC of a small body. */
const keyObjects = new WeakMap<Buffer, KeyObject>();

/**
 * Starts an HMAC of any hash of the contract's list; text keys are taken as UTF-8. A buffer that was a key once must not
 * change.
 */
export function startHmac(hash: HmacHash, key: Buffer | string | KeyObject): Hmac {
  return createHmac(OPENSSL_NAMES[hash], Buffer.isBuffer(key) ? keyObjectOf(key) : key);
}

function keyObjectOf(bytes: Buffer): KeyObject {
  const known = keyObjects.get(bytes);
  if (known) return known;
  const made = createSecretKey(bytes);
  keyObjects.set(bytes, made);
  return made;
}

/** Hashed in one go; it takes less than a millisecond. */
export const SLICE_BYTES = 512 * 1024;

/**
 * Computes the HMAC of a text and the bytes after it. Other work of the process gets its turn between the slices of a
 * large body, of which ten megabytes take some ten milliseconds for each secret.
 */
export async function signHmac(hmac: Hmac, prefix: string, body: Buffer): Promise<Hmac> {
  hmac.update(prefix);
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    if (start > 0) await yieldLoop();
    hmac.update(body.subarray(start, start + SLICE_BYTES));
  }
  return hmac;
}
