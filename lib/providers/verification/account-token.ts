import { createHash, verify as verifySignature } from "node:crypto";
import type { AccountKeyScheme } from "@/lib/providers/scheme";
import type { Check } from "./check";
import { equalTexts } from "./digest-text";
import { LEEWAY_SECONDS } from "./jwt";
import { Received } from "./received";
import { type Claims, readSignedToken, type SignedToken } from "./signed-token";
import { judgeAge } from "./timestamps";
import { ACCEPTED, nameOf, type Refused, refuseAbsent, refused, type Verdict } from "./verdict";

/** The token of a request, as far as it can be read without its key. */
export function readAccountToken({ at }: AccountKeyScheme, received: Received): SignedToken | Refused {
  const found = received.find(at);
  if (found.text === null) return refuseAbsent("The token", at, found);
  const token = readSignedToken(found.text, "ES256");
  if (token === "unreadable") return refused("wrong_encoding", `The token in ${nameOf(at)} is no JSON Web Token.`);
  if (token === "unnamed") return refused("header_malformed", `The token in ${nameOf(at)} names no key of ES256.`);
  return token;
}

/** Verifies a token and the body that it is about, by the key that `findNeededKey` names. */
export function compileAccountToken(scheme: AccountKeyScheme): Check {
  return (request, now, key) => {
    if (!key) return refused("key_unknown", "The key of the token is not known here.");
    const token = readAccountToken(scheme, new Received(request));
    if ("code" in token) return token;
    const data = Buffer.from(token.signed);
    if (!verifySignature("SHA256", data, { key, dsaEncoding: "ieee-p1363" }, token.signature)) {
      return refused("signature_mismatch", `The token in ${nameOf(scheme.at)} is not signed by the key that it names.`);
    }
    const verdict = judgeTime(scheme, token.claims, now);
    return verdict.ok ? judgeBody(scheme, token.claims, request.rawBody) : verdict;
  };
}

function judgeTime({ at, toleranceSeconds }: AccountKeyScheme, { iat }: Claims, now: number): Verdict {
  if (typeof iat !== "number") {
    return refused("timestamp_missing", `The token in ${nameOf(at)} does not say when it was made.`);
  }
  if (iat - now / 1_000 > LEEWAY_SECONDS) {
    return refused("timestamp_in_future", `The token in ${nameOf(at)} is signed right, but of the future.`);
  }
  return judgeAge({ at, unit: "seconds", toleranceSeconds }, iat * 1_000, now);
}

function judgeBody({ at, bodyHash: { claim, hash } }: AccountKeyScheme, claims: Claims, body: Buffer): Verdict {
  const given = claims[claim];
  if (typeof given === "string" && equalTexts(given.toLowerCase(), createHash(hash).update(body).digest("hex"))) {
    return ACCEPTED;
  }
  return refused("body_changed", `The token in ${nameOf(at)} is signed right, but ${claim} is not the body's hash.`);
}
