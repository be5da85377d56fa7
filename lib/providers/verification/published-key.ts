import { createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from "node:crypto";
import { isWhole, type NeededKey } from "./needed-key";
import { type Refused, refused } from "./verdict";

/** A key and the time in which it holds, in milliseconds since 1970. */
export type PublishedKey = { key: KeyObject; from: number; to: number };

/** The keys of a file by their `kid`; that of a certificate by `SOLE`. */
export type PublishedKeys = ReadonlyMap<string, PublishedKey>;
export const SOLE = "";

const MAX_CERTIFICATES = 10;
const MAX_KEYS = 50;
const LEAST_BITS = 2_048;

/** Reads what a provider publishes at the URL of a key. `roots` are the certificates, in PEM, that others must lead to. */
export function readPublishedKeys(
  needed: NeededKey,
  text: string,
  roots: () => readonly X509Certificate[],
  now: number,
): PublishedKeys | Refused {
  try {
    switch (needed.form) {
      case "jwks":
        return readKeySet(text);
      case "account":
        return readGivenKey(text, needed.kid);
      case "certificate":
        return readCertificate(text, { names: needed.names, roots, now });
    }
  } catch {
    // What Node.js cannot parse is no certificate and no key.
    return untrusted("is no key");
  }
}

/** The key that a request needs, if it holds now. */
export function pickKey(keys: PublishedKeys, needed: NeededKey, now: number): KeyObject | Refused {
  const found = keys.get(needed.form === "certificate" ? SOLE : needed.kid);
  if (!found) return refused("key_unknown", "The provider publishes no key of the name that the request gives.");
  if (now < found.from) return untrusted("does not hold yet");
  return now > found.to ? untrusted("has expired") : found.key;
}

function untrusted(why: string): Refused {
  return refused("key_untrusted", `What the provider publishes at the key's URL ${why}.`);
}

type Trust = { names: string; roots: () => readonly X509Certificate[]; now: number };

/**
 * The certificate is the first of the file. It came from the provider's own host, which has proved its name; where the
 * file has issuers too, they must lead to a root.
 */
function readCertificate(text: string, { names, roots, now }: Trust): PublishedKeys | Refused {
  const pems = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z\d+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  const [own, ...issuers] = pems.slice(0, MAX_CERTIFICATES).map((pem) => new X509Certificate(pem));
  if (!own) return untrusted("is no certificate");
  if (!isFor(own, names)) return untrusted("is a certificate of another name");
  const key = own.publicKey;
  if (key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS) {
    return untrusted("is no certificate of an RSA key of 2,048 bits or more");
  }
  if (issuers.length > 0 && !leadsToRoot(own, issuers, { roots: roots(), now })) {
    return untrusted("is a certificate that no known authority vouches for");
  }
  return new Map([[SOLE, { key, from: Date.parse(own.validFrom), to: Date.parse(own.validTo) }]]);
}

/** Whether a certificate is made for a name that matches. Its texts only propose names; OpenSSL says whether they are. */
function isFor(certificate: X509Certificate, names: string): boolean {
  const others = [...(certificate.subjectAltName ?? "").matchAll(/DNS:([\w.-]+)/g)].map(([, name]) => name ?? "");
  const common = /^CN=([\w.-]+)$/m.exec(certificate.subject)?.[1] ?? "";
  return [...others, common].some(
    (name) => isWhole(names, name) && certificate.checkHost(name, { wildcards: false }) !== undefined,
  );
}

function leadsToRoot(
  own: X509Certificate,
  issuers: readonly X509Certificate[],
  { roots, now }: { roots: readonly X509Certificate[]; now: number },
): boolean {
  let at = own;
  // Each issuer is one step at most, so that a circle ends.
  for (let step = 0; step <= issuers.length; step++) {
    if (roots.some((root) => holds(root, now) && isIssuedBy(at, root))) return true;
    const next = issuers.find((one) => one.ca && holds(one, now) && isIssuedBy(at, one));
    if (!next) return false;
    at = next;
  }
  return false;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function holds({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

/** The RSA keys of a JSON Web Key Set (RFC 7517) that have a name. */
function readKeySet(text: string): PublishedKeys | Refused {
  const set: unknown = JSON.parse(text);
  const keys = typeof set === "object" && set !== null && "keys" in set ? set.keys : null;
  if (!Array.isArray(keys)) return untrusted("is no list of keys");
  const usable = keys.slice(0, MAX_KEYS).filter(isSigningKey);
  return new Map(
    usable.map((one) => {
      const key = createPublicKey({ key: one, format: "jwk" });
      return [one.kid, { key, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];
    }),
  );
}

function isSigningKey(value: unknown): value is JsonWebKey & { kid: string } {
  if (typeof value !== "object" || value === null) return false;
  const { kid, kty, alg = "RS256", use = "sig" } = value as Readonly<Record<string, unknown>>;
  return typeof kid === "string" && kid !== "" && kty === "RSA" && alg === "RS256" && use === "sig";
}

/** The one key that an account was given: of ES256, and until `expired_at`, in seconds since 1970, if it says so. */
function readGivenKey(text: string, kid: string): PublishedKeys | Refused {
  const answer: unknown = JSON.parse(text);
  const given = isObject(answer) ? answer.key : null;
  if (!isObject(given) || given.kid !== kid) return untrusted("is no key of the name that was asked for");
  if (!isKeyOfEs256(given)) return untrusted("is no key of ES256");
  const { expired_at: end = null } = given;
  if (end !== null && typeof end !== "number") return untrusted("does not say until when it holds");
  const key = createPublicKey({ key: given as JsonWebKey, format: "jwk" });
  const to = end === null ? Number.POSITIVE_INFINITY : end * 1_000;
  return new Map([[kid, { key, from: Number.NEGATIVE_INFINITY, to }]]);
}

function isKeyOfEs256({ kty, crv, alg, use = "sig" }: Readonly<Record<string, unknown>>): boolean {
  return kty === "EC" && crv === "P-256" && alg === "ES256" && use === "sig";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
