import { constants, type KeyObject, type SignKeyObjectInput, verify as verifySignature } from "node:crypto";
import type { HmacHash } from "@/lib/kernel/vocabulary";
import type { Algorithm, SignatureScheme } from "@/lib/providers/scheme";
import { startHmac } from "@/lib/signing/hmac";
import { equalTexts, normalizeDigest } from "./digest-text";
import type { Pieces } from "./template";

export const DIGEST_BYTES: Record<HmacHash, number> = {
  MD5: 16,
  SHA1: 20,
  SHA224: 28,
  SHA256: 32,
  SHA384: 48,
  SHA512: 64,
  SHA512_224: 28,
  SHA512_256: 32,
  SHA3_224: 28,
  SHA3_256: 32,
  SHA3_384: 48,
  SHA3_512: 64,
};

/** How many bytes a signature has; null where that depends on the key or the signature. */
export function lengthOf(algorithm: Algorithm): number | null {
  if (algorithm.type === "hmac") return DIGEST_BYTES[algorithm.hash];
  return algorithm.type === "ed25519" ? 64 : null;
}

/** Whether one of these normalized signatures is right. */
export function isProof(
  { algorithm, encoding }: SignatureScheme,
  key: KeyObject,
  { pieces, candidates }: { pieces: Pieces; candidates: readonly string[] },
): boolean {
  if (algorithm.type === "hmac") {
    const hmac = startHmac(algorithm.hash, key);
    for (const piece of pieces) hmac.update(piece);
    const expected = normalizeDigest(hmac.digest(encoding), encoding);
    return candidates.some((candidate) => equalTexts(candidate, expected));
  }
  const data = join(pieces);
  return candidates.some((candidate) => {
    const signature = Buffer.from(candidate, encoding);
    // What the decoder ignores is no part of a signature: each has one text only.
    if (normalizeDigest(signature.toString(encoding), encoding) !== candidate) return false;
    return verifySignature(hashOf(algorithm), data, toKeyInput(algorithm, key), signature);
  });
}

export function hashOf(algorithm: Exclude<Algorithm, { type: "hmac" }>): string | null {
  return algorithm.type === "ed25519" ? null : algorithm.hash;
}

/** The key with the parameters of its algorithm. */
export function toKeyInput(algorithm: Exclude<Algorithm, { type: "hmac" }>, key: KeyObject): SignKeyObjectInput {
  switch (algorithm.type) {
    case "ed25519":
      return { key };
    case "ecdsa":
      return { key, dsaEncoding: algorithm.signature === "der" ? "der" : "ieee-p1363" };
    case "rsa":
      return algorithm.padding === "pss"
        ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
        : { key, padding: constants.RSA_PKCS1_PADDING };
  }
}

export function join(pieces: Pieces): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "utf8") : piece)));
}
