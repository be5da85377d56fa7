import { type KeyObject, timingSafeEqual, verify } from "node:crypto";
import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";
import { signHmac, startHmac } from "@/lib/signing/hmac";

/** A secret of the endpoint. `endsAt` is null if it signs until it is rotated. */
export type KnownSecret = { id: string; key: Buffer; createdAt: Date; endsAt: Date | null };

/** A key pair of the endpoint: its public key. */
export type KnownKeyPair = Omit<KnownSecret, "key"> & { key: KeyObject };

/** The bytes of a digest, and how it was written. */
export type Digest = { bytes: Buffer; encoding: HmacEncoding };

const HEX = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BASE64_URL = /^[A-Za-z0-9_-]+={0,2}$/;

/** Reads a digest in any of the encodings, the wanted one first; null if the text is a digest in none of them. */
export function readDigest(text: string, wanted: HmacEncoding, byteLength: number): Digest | null {
  const order = [wanted, "hex", "base64", "base64url"] as const;
  for (const encoding of order) {
    if (!FORMS[encoding].test(text)) continue;
    const bytes = Buffer.from(text, encoding);
    if (bytes.length === byteLength) return { bytes, encoding };
  }
  return null;
}

const FORMS: Record<HmacEncoding, RegExp> = { hex: HEX, base64: BASE64, base64url: BASE64_URL };

/** The length of a hash's digests in bytes. */
export function digestLength(hash: HmacHash): number {
  return startHmac(hash, "").digest().length;
}

export type Signed = { prefix: string; body: Buffer };
type Signing = Signed & { hash: HmacHash };

/**
 * The secret that made one of the digests, or null. Each is compared in constant time, and all of them always, so that
 * the time that it takes tells nothing of how much of a digest is right.
 */
export async function findSigner(
  { hash, prefix, body }: Signing,
  digests: readonly Buffer[],
  secrets: readonly KnownSecret[],
): Promise<KnownSecret | null> {
  let signer: KnownSecret | null = null;
  for (const secret of secrets) {
    const right = (await signHmac(startHmac(hash, secret.key), prefix, body)).digest();
    for (const digest of digests) {
      const isSame = digest.length === right.length && timingSafeEqual(digest, right);
      if (isSame) signer ??= secret;
    }
  }
  return signer;
}

/** The key pair that made one of the signatures, or null. */
export function findPair(
  { prefix, body }: Signed,
  signatures: readonly Buffer[],
  pairs: readonly KnownKeyPair[],
): KnownKeyPair | null {
  const data = Buffer.concat([Buffer.from(prefix), body]);
  return pairs.find(({ key }) => signatures.some((signature) => verify(null, data, key, signature))) ?? null;
}
