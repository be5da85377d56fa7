import { createHash, type KeyObject } from "node:crypto";
import type { RefusalCode } from "@/lib/kernel/vocabulary";
import type { AnyScheme, BodyHash, Scheme, SignatureScheme, TokenScheme } from "@/lib/providers/scheme";
import { safeEqual } from "@/lib/providers/verification/safe-equal";
import { compileAccountToken } from "./account-token";
import { findCandidates, placeOf } from "./candidates";
import { compileCertificate } from "./certificate-check";
import { equalTexts, normalizeDigest } from "./digest-text";
import { compileIdToken } from "./id-token";
import { compileJwt } from "./jwt";
import { readKey } from "./keys";
import { isProof, lengthOf } from "./proof";
import { Received, type ReceivedRequest } from "./received";
import { findSecretProblem } from "./secret-problem";
import { compileTemplate, type Pieces } from "./template";
import { judgeAge, readTimestamp } from "./timestamps";
import { ACCEPTED, nameOf, type Refused, refuseAbsent, refused, type Verdict } from "./verdict";

/**
 * `now` is in milliseconds since 1970. `key` is the one that the request needs by `findNeededKey`, where it needs one.
 * Throws nothing, whatever the request has.
 */
export type Check = (request: ReceivedRequest, now: number, key?: KeyObject) => Verdict;

/**
 * Compiles a scheme with its live secrets, of which one must be right. Do it once for a source: keys are read and the
 * template is taken apart here. A secret that is no key of this scheme never fits.
 */
export function compileCheck(scheme: Scheme, secrets: readonly string[]): Check {
  switch (scheme.kind) {
    case "signature":
      return compileSignature(scheme, secrets);
    case "token":
      return compileToken(scheme, secrets);
    case "basic_auth":
      return compileBasicAuth(secrets);
    case "jwt":
      return compileJwt(scheme, secrets);
    case "any_of":
      return compileAny(scheme, secrets);
    case "certificate":
      return compileCertificate(scheme, secrets);
    case "id_token":
      return compileIdToken(scheme, secrets);
    case "account_key":
      return compileAccountToken(scheme);
  }
}

/**
 * Whether a request is from whom the secrets are shared with. Pure, over the raw bytes, in constant time as far as
 * secrets go. A code says only what is known: a digest that differs tells neither which byte nor whether it is the body
 * or the secret, but a right signature over another body's hash does.
 */
export function verify(scheme: Scheme, secrets: readonly string[], request: ReceivedRequest, now: number): Verdict {
  return compileCheck(scheme, secrets)(request, now);
}

type Signer = { key: KeyObject; secret: string };

function compileSignature(scheme: SignatureScheme, secrets: readonly string[]): Check {
  const template = compileTemplate(scheme);
  const bytes = lengthOf(scheme.algorithm);
  const signers = secrets.flatMap((secret): Signer[] => {
    const read = readKey(scheme.algorithm, secret);
    return "key" in read ? [{ key: read.key, secret }] : [];
  });
  return (request, now) => {
    const received = new Received(request);
    const found = findCandidates(scheme, received, bytes);
    if ("code" in found) return found;
    const time = scheme.timestamp && readTimestamp(scheme.timestamp, received);
    if (time && "code" in time) return time;
    let pieces: Pieces = [];
    for (const { key, secret } of signers) {
      const made = template(received, secret);
      if ("code" in made) return made;
      ({ pieces } = made);
      if (isProof(scheme, key, { pieces, candidates: found.candidates }))
        return judgeRest(scheme, received, { time, now });
    }
    return refused("signature_mismatch", describeMismatch(scheme));
  };
}

/** What a right signature does not say by itself: whether it is new, and whether the body is the one it was made for. */
function judgeRest(
  { timestamp, bodyHash }: SignatureScheme,
  received: Received,
  { time, now }: { time: { ms: number } | null; now: number },
): Verdict {
  const age = timestamp && time ? judgeAge(timestamp, time.ms, now) : ACCEPTED;
  return age.ok && bodyHash ? judgeBody(bodyHash, received) : age;
}

function judgeBody({ at, hash, encoding, exceptForms }: BodyHash, received: Received): Verdict {
  const { rawBody } = received.request;
  if (rawBody.length === 0 || (exceptForms && received.isForm)) return ACCEPTED;
  const given = received.find(at);
  if (given.text === null) return refuseAbsent("The hash of the body", at, given);
  const expected = createHash(hash).update(rawBody).digest(encoding);
  if (equalTexts(normalizeDigest(given.text, encoding), normalizeDigest(expected, encoding))) return ACCEPTED;
  return refused("body_changed", `The signature is right, but ${nameOf(at)} is the hash of another body than this.`);
}

/** The codes of a request that was not made by a scheme at all; any other one says more. */
const NOT_OF_SCHEME: readonly RefusalCode[] = ["header_missing", "field_missing", "header_malformed", "wrong_encoding"];

function compileAny({ schemes }: AnyScheme, secrets: readonly string[]): Check {
  const fitting = schemes.filter((scheme) => secrets.some((secret) => findSecretProblem(scheme, secret) === null));
  // What a secret cannot be the key of is no way that its sender signs, and no reason to tell.
  const checks = (fitting.length > 0 ? fitting : schemes).map((scheme) => compileCheck(scheme, secrets));
  return (request, now) => {
    const refusals: Refused[] = [];
    for (const check of checks) {
      const verdict = check(request, now);
      if (verdict.ok) return verdict;
      refusals.push(verdict);
    }
    const told = refusals.find(({ code }) => !NOT_OF_SCHEME.includes(code)) ?? refusals[0];
    return told ?? refused("signature_mismatch", "This source takes no request.");
  };
}

function describeMismatch(scheme: SignatureScheme): string {
  const { algorithm, signed, encoding } = scheme;
  const by = algorithm.type === "hmac" ? `HMAC ${algorithm.hash}` : algorithm.type.toUpperCase();
  const name = placeOf(scheme);
  if (signed === "{body}") {
    return `The signature in ${name} does not match the body. Check the secret, that the exact bytes of the body are signed with ${by}, and that the digest is written in ${encoding}.`;
  }
  return `The signature in ${name} does not match. Check the secret, and that the exact bytes of the body arrive. Signed is ${signed} with ${by}, in ${encoding}.`;
}

function compileToken({ at, prefix }: TokenScheme, secrets: readonly string[]): Check {
  const expected = secrets.map((secret) => prefix + secret.trim());
  return (request) => {
    const found = new Received(request).find(at);
    if (found.text === null) return refuseAbsent("The key", at, found);
    const { text } = found;
    if (expected.filter((one) => safeEqual(one, text)).length > 0) return ACCEPTED;
    return refused("wrong_secret", `The key in ${at.in === "header" ? at.name : nameOf(at)} is wrong.`);
  };
}

function compileBasicAuth(secrets: readonly string[]): Check {
  const expected = secrets.map((secret) => withoutPadding(Buffer.from(secret, "utf8").toString("base64")));
  return (request) => {
    const place = { in: "header", name: "Authorization" } as const;
    const found = new Received(request).find(place);
    if (found.text === null) {
      if (found.because !== "missing") return refuseAbsent("Basic authentication", place, found);
      return refused(
        "header_missing",
        "The header Authorization is missing. This source asks for Basic authentication.",
      );
    }
    const encoded = /^basic +(\S+)$/i.exec(found.text)?.[1];
    if (encoded === undefined) {
      return refused("header_malformed", "The header Authorization does not hold Basic authentication.");
    }
    const given = withoutPadding(encoded);
    if (expected.filter((one) => safeEqual(one, given)).length > 0) return ACCEPTED;
    return refused("wrong_secret", "The user name or the password is wrong.");
  };
}

function withoutPadding(base64: string): string {
  return base64.replace(/=+$/, "");
}
