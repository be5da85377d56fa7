import { decodePart } from "./jwt";

export type Claims = Readonly<Record<string, unknown>>;

/** A JSON Web Token (RFC 7519) that names the key it is signed by. */
export type SignedToken = { kid: string; signed: string; signature: Buffer; claims: Claims };

const TOKEN = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
const MAX_KID = 200;

/**
 * The token that a text is, as far as it can be read without its key. `unreadable` is no token at all, `unnamed` one that
 * names no key of this algorithm: what a token says of its algorithm never chooses one.
 */
export function readSignedToken(text: string, algorithm: "RS256" | "ES256"): SignedToken | "unreadable" | "unnamed" {
  const [, head = "", payload = "", digest = ""] = TOKEN.exec(text) ?? [];
  const [top, claims] = [decodePart(head), decodePart(payload)];
  const signature = Buffer.from(digest, "base64url");
  // What the decoder ignores is no part of a signature: each has one text only.
  if (top === null || claims === null || signature.toString("base64url") !== digest) return "unreadable";
  const kid = top.alg === algorithm ? readName(top.kid) : null;
  return kid === null ? "unnamed" : { kid, signed: `${head}.${payload}`, signature, claims };
}

function readName(kid: unknown): string | null {
  return typeof kid === "string" && kid !== "" && kid.length <= MAX_KID ? kid : null;
}
