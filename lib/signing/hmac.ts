import { createHmac, type Hmac } from "node:crypto";
import type { HmacHash } from "@/lib/vocabulary";

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

/** An HMAC of any hash of the contract's list; text keys are taken as UTF-8. */
export function startHmac(hash: HmacHash, key: Buffer | string): Hmac {
  return createHmac(OPENSSL_NAMES[hash], key);
}
