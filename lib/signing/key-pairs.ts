import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";

/** An Ed25519 key pair in the format of Standard Webhooks: `whsk_` and `whpk_`, with base64 after them. */
export type KeyPair = { privateKey: string; publicKey: string };

const PRIVATE = "whsk_";
const PUBLIC_PREFIX = "whpk_";
const BASE64 = /^[A-Za-z0-9+/]{43}=?$/;

/** Before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo and its PKCS #8 (RFC 8410). */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

const KEY_BYTES = 32;

/** A new key pair. The private key is its seed and the public key after it, 64 bytes, as libraries write it. */
export function generateKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const seed = privateKey.export({ format: "der", type: "pkcs8" }).subarray(-KEY_BYTES);
  const point = publicKey.export({ format: "der", type: "spki" }).subarray(-KEY_BYTES);
  return {
    privateKey: PRIVATE + Buffer.concat([seed, point]).toString("base64"),
    publicKey: PUBLIC_PREFIX + point.toString("base64"),
  };
}

/** The key that signs, of a private key that `generateKeyPair` made. Throws if the text is none. */
export function toPrivateKey(text: string): KeyObject {
  const seed = Buffer.from(text.slice(PRIVATE.length), "base64").subarray(0, KEY_BYTES);
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
}

/** The key that verifies, of a text such as `whpk_…`; null if it is none. */
export function readPublicKey(text: string): KeyObject | null {
  const encoded = text.slice(PUBLIC_PREFIX.length);
  return text.startsWith(PUBLIC_PREFIX) && BASE64.test(encoded) ? toPublicKey(Buffer.from(encoded, "base64")) : null;
}

/** The Ed25519 key of these 32 bytes. */
export function toPublicKey(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes]), format: "der", type: "spki" });
}
