import { createHash, createHmac } from "node:crypto";
import type { JwtScheme } from "@/lib/providers/scheme";
import type { Check } from "./check";
import { equalTexts } from "./digest-text";
import { Received } from "./received";
import { ACCEPTED, nameOf, refuseAbsent, refused, type Verdict } from "./verdict";

/** How far two clocks may be apart where a token says until when it holds. */
export const LEEWAY_SECONDS = 60;

type Claims = Readonly<Record<string, unknown>>;
type Token = { signed: string; signature: string; algorithm: unknown; claims: Claims };

/** Verifies a JSON Web Token (RFC 7519) by HS256 alone, whatever the token itself says of its algorithm. */
export function compileJwt(scheme: JwtScheme, secrets: readonly string[]): Check {
  const { at } = scheme;
  const keys = secrets.filter((secret) => secret !== "");
  return (request, now) => {
    const found = new Received(request).find(at);
    if (found.text === null) return refuseAbsent("The signature", at, found);
    const token = readToken(found.text);
    if (token === null) return refused("wrong_encoding", `The signature in ${nameOf(at)} is no JSON Web Token.`);
    if (token.algorithm !== "HS256") {
      return refused("header_malformed", `The token in ${nameOf(at)} names another algorithm than HS256.`);
    }
    if (!keys.some((key) => equalTexts(hmacOf(token.signed, key), token.signature))) {
      return refused(
        "signature_mismatch",
        `The token in ${nameOf(at)} is not signed by this source's secret. Check the secret.`,
      );
    }
    const verdict = judgeClaims(scheme, token.claims, now);
    return verdict.ok ? judgeBody(scheme, token.claims, request.rawBody) : verdict;
  };
}

/** The token that proves a body. */
export function makeJwt({ issuer, bodyHash }: JwtScheme, secret: string, body: Buffer): string {
  const claims = { iss: issuer, [bodyHash.claim]: createHash(bodyHash.hash).update(body).digest("hex") };
  const signed = [{ alg: "HS256", typ: "JWT" }, claims].map(encode).join(".");
  return `${signed}.${hmacOf(signed, secret)}`;
}

function judgeClaims({ at, issuer }: JwtScheme, { iss, exp, nbf }: Claims, now: number): Verdict {
  const seconds = now / 1_000;
  if (iss !== issuer) {
    return refused("header_malformed", `The token in ${nameOf(at)} is signed right, but not issued by ${issuer}.`);
  }
  if (typeof exp === "number" && seconds > exp + LEEWAY_SECONDS) {
    return refused("timestamp_too_old", `The token in ${nameOf(at)} is signed right, but its time is over.`);
  }
  if (typeof nbf === "number" && seconds < nbf - LEEWAY_SECONDS) {
    return refused("timestamp_in_future", `The token in ${nameOf(at)} is signed right, but does not hold yet.`);
  }
  return ACCEPTED;
}

function judgeBody({ at, bodyHash: { claim, hash } }: JwtScheme, claims: Claims, body: Buffer): Verdict {
  const given = claims[claim];
  if (typeof given === "string" && equalTexts(given.toLowerCase(), createHash(hash).update(body).digest("hex"))) {
    return ACCEPTED;
  }
  return refused("body_changed", `The token in ${nameOf(at)} is signed right, but ${claim} is not the body's hash.`);
}

const TOKEN = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/;

function readToken(text: string): Token | null {
  const [, head = "", payload = "", digest = ""] = TOKEN.exec(text) ?? [];
  const [header, claims] = [decodePart(head), decodePart(payload)];
  if (header === null || claims === null) return null;
  return { signed: `${head}.${payload}`, signature: digest, algorithm: header.alg, claims };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
}

/** The object that a part of a token holds; null if it holds none. */
export function decodePart(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return isClaims(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isClaims(value: unknown): value is Claims {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hmacOf(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}
