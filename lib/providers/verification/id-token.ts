import { verify as verifySignature } from "node:crypto";
import { header, type IdTokenScheme } from "@/lib/providers/scheme";
import type { Check } from "./check";
import { LEEWAY_SECONDS } from "./jwt";
import { Received } from "./received";
import { safeEqual } from "./safe-equal";
import { type Claims, readSignedToken, type SignedToken } from "./signed-token";
import { ACCEPTED, type Refused, refuseAbsent, refused, type Verdict } from "./verdict";

const AT = header("Authorization");

/** For whom a token must be: the service account that its claims name, and the audience; null is the source's address. */
type Account = { email: string; audience: string | null };

/** The account and the audience that a secret names; null if it names none. */
export function readAccount(secret: string): Account | null {
  const [, email, audience = null] = /^([^\s@]+@[^\s@]+)(?:\s+(\S+))?$/.exec(secret.trim()) ?? [];
  return email === undefined ? null : { email, audience };
}

/** The token of a request, as far as it can be read without its key. */
export function readBearerToken(received: Received): SignedToken | Refused {
  const found = received.find(AT);
  if (found.text === null) return refuseAbsent("The token", AT, found);
  const text = /^bearer +(\S+)$/i.exec(found.text)?.[1];
  if (text === undefined) return refused("header_malformed", "The header Authorization holds no token after Bearer.");
  const token = readSignedToken(text, "RS256");
  if (token === "unreadable") {
    return refused("wrong_encoding", "The token in the header Authorization is no JSON Web Token.");
  }
  if (token !== "unnamed") return token;
  return refused("header_malformed", "The token in the header Authorization names no key of RS256.");
}

/** Verifies an ID token by the key that `findNeededKey` names. */
export function compileIdToken({ issuers }: IdTokenScheme, secrets: readonly string[]): Check {
  const accounts = secrets.map(readAccount).filter((account) => account !== null);
  return (request, now, key) => {
    if (!key) return refused("key_unknown", "The key of the token is not known here.");
    const token = readBearerToken(new Received(request));
    if ("code" in token) return token;
    if (!verifySignature("SHA256", Buffer.from(token.signed), key, token.signature)) {
      return refused(
        "signature_mismatch",
        "The token in the header Authorization is not signed by the key that it names.",
      );
    }
    const verdict = judgeTimes(token.claims, now);
    if (!verdict.ok) return verdict;
    if (!issuers.some((issuer) => issuer === token.claims.iss)) {
      return refused("header_malformed", `The token is signed right, but not issued by ${issuers[0]}.`);
    }
    return judgeAccount(token.claims, accounts, request.url);
  };
}

function judgeTimes({ exp, iat, nbf }: Claims, now: number): Verdict {
  const seconds = now / 1_000;
  if (typeof exp !== "number") return refused("timestamp_missing", "The token does not say until when it holds.");
  if (seconds > exp + LEEWAY_SECONDS)
    return refused("timestamp_too_old", "The token is signed right, but its time is over.");
  const begins = [iat, nbf].filter((one) => typeof one === "number");
  if (begins.some((one) => seconds < one - LEEWAY_SECONDS)) {
    return refused("timestamp_in_future", "The token is signed right, but does not hold yet.");
  }
  return ACCEPTED;
}

/** Whether the token is of one of the accounts and for its audience: whoever signs it signs for anybody's account. */
function judgeAccount(claims: Claims, accounts: readonly Account[], url: string): Verdict {
  const own = [url, url.split("?", 1)[0] ?? ""];
  const { aud, email, email_verified } = claims;
  if (typeof aud !== "string" || typeof email !== "string" || email_verified !== true) {
    return refused("header_malformed", "The token is signed right, but names no audience or no verified account.");
  }
  const ofAccount = accounts.filter((account) => safeEqual(account.email, email));
  if (ofAccount.length === 0)
    return refused("wrong_secret", "The token is signed right, but for another service account.");
  const isMeant = ofAccount.some(({ audience }) => (audience === null ? own.includes(aud) : safeEqual(audience, aud)));
  return isMeant ? ACCEPTED : refused("wrong_secret", "The token is signed right, but for another audience.");
}
