import { constants, verify as verifySignature } from "node:crypto";
import type { CertificateScheme, SigningHash } from "@/lib/providers/scheme";
import type { Check } from "./check";
import { isDigest, normalizeDigest } from "./digest-text";
import { findUnexpected, malformed } from "./needed-key";
import { join } from "./proof";
import { Received } from "./received";
import { compileTemplate } from "./template";
import { judgeAge, readTimestamp } from "./timestamps";
import { ACCEPTED, nameOf, type Refused, refuseAbsent, refused, type Verdict } from "./verdict";

/** Verifies a signature by the key of the certificate that `findNeededKey` names. */
export function compileCertificate(scheme: CertificateScheme, secrets: readonly string[]): Check {
  const template = compileTemplate(scheme);
  return (request, now, key) => {
    if (!key) return refused("key_unknown", "The key of the request's certificate is not known here.");
    const received = new Received(request);
    const read = readProof(scheme, secrets, received);
    if ("code" in read) return read;
    const { signature, hash, ms } = read;
    for (const secret of secrets) {
      const made = template(received, secret.trim());
      if ("code" in made) return made;
      const input = { key, padding: constants.RSA_PKCS1_PADDING };
      if (verifySignature(hash, join(made.pieces), input, signature)) return judgeTime(scheme, ms, now);
    }
    return refused(
      "signature_mismatch",
      `The signature in ${nameOf(scheme.signature)} does not match by the provider's certificate. Check what the source has as its secret, and that the exact bytes of the body arrive.`,
    );
  };
}

/** `ms` is when it was sent; null where the scheme does not say. */
type Proof = { signature: Buffer; hash: SigningHash; ms: number | null };

function readProof(scheme: CertificateScheme, secrets: readonly string[], received: Received): Proof | Refused {
  const unexpected = findUnexpected(scheme, secrets, received);
  if (unexpected) return unexpected;
  const found = received.find(scheme.signature);
  if (found.text === null) return refuseAbsent("The signature", scheme.signature, found);
  const signature = decode(found.text);
  if (signature === null) {
    return refused("wrong_encoding", `The signature in ${nameOf(scheme.signature)} is not base64.`);
  }
  const hash = findHash(scheme, received);
  if (typeof hash !== "string") return hash;
  const time = scheme.timestamp && readTimestamp(scheme.timestamp, received);
  return time && "code" in time ? time : { signature, hash, ms: time?.ms ?? null };
}

/** What the decoder ignores is no part of a signature: each has one text only. Null if the text is no base64. */
function decode(given: string): Buffer | null {
  const text = normalizeDigest(given, "base64");
  const bytes = Buffer.from(text, "base64");
  const isSame = normalizeDigest(bytes.toString("base64"), "base64") === text;
  return isSame && isDigest(text, "base64", null) ? bytes : null;
}

function findHash({ hash: { at, named } }: CertificateScheme, received: Received): SigningHash | Refused {
  const found = received.find(at);
  if (found.text === null) return refuseAbsent("The signature's algorithm", at, found);
  const hash = Object.hasOwn(named, found.text) ? named[found.text] : undefined;
  return hash ?? malformed(at, `${nameOf(at)} names another algorithm than ${Object.keys(named).join(" or ")}.`);
}

function judgeTime({ timestamp }: CertificateScheme, ms: number | null, now: number): Verdict {
  return timestamp && ms !== null ? judgeAge(timestamp, ms, now) : ACCEPTED;
}
