import { createHash, createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import type { Algorithm, PublicKeyForm, SecretForm } from "@/lib/providers/scheme";
import { readPublicKey as readWhpk, toPublicKey } from "@/lib/signing/key-pairs";
import { toKey } from "@/lib/signing/secrets";

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;
const HEX = /^(?:[\da-fA-F]{2})+$/;

/** The key that a secret is the text of; a sentence about the text if it is none. */
export function readKey(algorithm: Algorithm, secret: string): { key: KeyObject } | { problem: string } {
  const text = secret.trim();
  if (algorithm.type === "hmac") {
    const bytes = readSecret(algorithm.key, algorithm.key === "utf8" ? secret : text);
    return bytes === null ? { problem: SECRET_PROBLEMS[algorithm.key] } : { key: createSecretKey(bytes) };
  }
  try {
    const key = readPublicKey(algorithm.key, text, algorithm.type === "ed25519");
    return key === null || !fits(key, algorithm) ? { problem: KEY_PROBLEMS[algorithm.key] } : { key };
  } catch {
    return { problem: KEY_PROBLEMS[algorithm.key] };
  }
}

const SECRET_PROBLEMS: Record<SecretForm, string> = {
  utf8: "Give the secret.",
  whsec_or_utf8: "Give the secret.",
  base64: "Give the secret as it is shown: in base64.",
  hex: "Give the secret as it is shown: in hexadecimal digits.",
  whsec: "Give the secret as it is shown: whsec_ and base64 after it.",
  sha1_of_named: "Give the public key, the sign | and the private key, without blanks.",
};

const KEY_PROBLEMS: Record<PublicKeyForm, string> = {
  pem: "Give the public key in PEM: from -----BEGIN PUBLIC KEY----- to its end.",
  hex: "Give the public key as it is shown: in hexadecimal digits.",
  base64: "Give the public key as it is shown: in base64.",
  whpk: "Give the public key as it is shown: whpk_ and base64 after it.",
};

function readSecret(form: SecretForm, text: string): Buffer | null {
  return text === "" ? null : READERS[form](text);
}

const READERS: Record<SecretForm, (text: string) => Buffer | null> = {
  utf8: (text) => Buffer.from(text, "utf8"),
  // A public key is no secret: by its text everybody could sign.
  whsec_or_utf8: (text) => (readWhpk(text) === null ? toKey(text) : null),
  hex: (text) => (HEX.test(text) ? Buffer.from(text, "hex") : null),
  base64: readBase64,
  whsec: (text) => readBase64(text.replace(/^(?:v1,)?whsec_/, "")),
  sha1_of_named: (text) => {
    const bare = /^[^\s|]+\|([^\s|]+)$/.exec(text)?.[1];
    return bare === undefined ? null : createHash("sha1").update(bare, "utf8").digest();
  },
};

function readBase64(text: string): Buffer | null {
  return BASE64.test(text) ? Buffer.from(text, "base64") : null;
}

/** The public name of a key whose secret says it, as those of `sha1_of_named` do. */
export function nameOfKey(secret: string): string {
  return secret.trim().split("|", 1)[0] ?? "";
}

function readPublicKey(form: PublicKeyForm, text: string, isEd25519: boolean): KeyObject | null {
  if (form === "pem") return readPem(text);
  if (form === "whpk") return readWhpk(text);
  if (!(form === "hex" ? HEX : BASE64).test(text)) return null;
  const bytes = Buffer.from(text, form);
  if (isEd25519 && bytes.length === 32) return toPublicKey(bytes);
  return createPublicKey({ key: bytes, format: "der", type: "spki" });
}

/** A field of one line loses the line ends of a PEM, so only the base64 between its marks counts. */
function readPem(text: string): KeyObject | null {
  const encoded = /-----BEGIN PUBLIC KEY-----([A-Za-z\d+/=\s]+)-----END PUBLIC KEY-----/.exec(text)?.[1];
  if (encoded === undefined) return null;
  return createPublicKey({ key: Buffer.from(encoded, "base64"), format: "der", type: "spki" });
}

function fits(key: KeyObject, { type }: Exclude<Algorithm, { type: "hmac" }>): boolean {
  return key.asymmetricKeyType === { ed25519: "ed25519", ecdsa: "ec", rsa: "rsa" }[type];
}
