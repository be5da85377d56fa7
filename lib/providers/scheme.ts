import type { AccountEnvironment } from "@/lib/kernel/account-environments";
import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";

/**
 * How a request proves who sent it, as data. `verification/` verifies a request by it and signs one by it, so that
 * whatever is verified can be sent too. Browser-safe.
 */
export type Scheme = HeldKeyScheme | PublishedKeyScheme;
/** What proves a request by the secret or the key that the source holds. */
export type HeldKeyScheme = SingleScheme | AnyScheme;
export type SingleScheme = SignatureScheme | TokenScheme | BasicScheme | JwtScheme;

/**
 * The sender's settings, or the kind of the secret, say which of them it is; one must hold. What we sign is signed by the
 * first.
 */
export type AnyScheme = { kind: "any_of"; schemes: readonly [SingleScheme, ...SingleScheme[]] };

/**
 * A text of the request. A path leads through a JSON body, or names a form's field; `0` is a list's first element, and
 * `*` stands for each element: they hold one text if it is the same in all of them.
 */
export type Place =
  | { in: "header"; name: string }
  | { in: "query"; name: string }
  | { in: "body"; path: string }
  /** One of several in a header: `t=1,v1=ab` has the pairs `t` and `v1`. */
  | { in: "pair"; header: string; separator: PairSeparator; name: string }
  /** The first of the texts of a header that commas separate. */
  | { in: "first_item"; header: string }
  /** The first field of the body whose name matches. */
  | { in: "field_name"; matching: string };

export type PairSeparator = "," | ";";

export const header = (name: string): Place => ({ in: "header", name });
export const query = (name: string): Place => ({ in: "query", name });
export const body = (path: string): Place => ({ in: "body", path });
export const pair = (inHeader: string, name: string, separator: PairSeparator = ","): Place => {
  return { in: "pair", header: inHeader, separator, name };
};

/** A digest or a signature by a key pair over what the template says. */
export type SignatureScheme = {
  kind: "signature";
  algorithm: Algorithm;
  signature: SignaturePlace;
  encoding: HmacEncoding;
  /**
   * What is signed, such as `{id}.{timestamp}.{body}`: the bytes of the body as they came; the texts of `id` and
   * `timestamp`; `{method}`; `{url}`, the public address with its query; `{form}`, the fields of a form sorted by name,
   * each followed by its value, and nothing for any other body; `{secret}`; `{header:X-Name}`; `{field:path}`, a text
   * of the body, and nothing where it has none.
   */
  signed: string;
  timestamp: Timestamp | null;
  id: Place | null;
  bodyHash: BodyHash | null;
};

/** The secret itself, in a place of the request. */
export type TokenScheme = { kind: "token"; at: Place; prefix: string };

/**
 * A JSON Web Token by HMAC SHA256 (HS256 of RFC 7518) with the secret in UTF-8. A claim of it is the hash of the body
 * in hex.
 */
export type JwtScheme = {
  kind: "jwt";
  at: Place;
  issuer: string;
  bodyHash: { claim: string; hash: SigningHash };
};

/** The secret is `user:password`, of HTTP Basic authentication. */
export type BasicScheme = { kind: "basic_auth" };

export type Algorithm =
  | { type: "hmac"; hash: HmacHash; key: SecretForm }
  | { type: "ed25519"; key: PublicKeyForm }
  | { type: "ecdsa"; hash: SigningHash; signature: "der" | "p1363"; key: PublicKeyForm }
  | { type: "rsa"; hash: SigningHash; padding: "pkcs1" | "pss"; key: PublicKeyForm };

export type SigningHash = "SHA1" | "SHA256" | "SHA384" | "SHA512";

/**
 * How the text of a secret becomes a key. `whsec` is base64 with or without `whsec_` before it (Standard Webhooks);
 * `whsec_or_utf8` takes whatever is not `whsec_` and base64 by its UTF-8 bytes, as Hookyard itself does. `sha1_of_named`
 * is a public name, `|`, and a private text whose SHA1 is the key.
 */
export type SecretForm = "utf8" | "base64" | "hex" | "whsec" | "whsec_or_utf8" | "sha1_of_named";

/**
 * The provider signs by a key that it publishes at a host of its own. The key is fetched when a request needs it, and
 * what it signs can be made by nobody else.
 */
export type PublishedKeyScheme = CertificateScheme | IdTokenScheme | AccountKeyScheme;

/** Whether nobody but the provider can sign, by a key that is fetched. */
export function isPublishedKey(scheme: Scheme): scheme is PublishedKeyScheme {
  return scheme.kind === "certificate" || scheme.kind === "id_token" || scheme.kind === "account_key";
}

/** A signature by RSA (PKCS #1 v1.5) in base64; the request names the URL of the certificate. */
export type CertificateScheme = {
  kind: "certificate";
  signature: Place;
  certificate: {
    url: Place;
    from: OwnUrls;
    /** A certificate is the provider's if one of the names that it is made for matches as a whole. */
    names: string;
  };
  /** The place that names the hash, and the hash by each of those names. */
  hash: { at: Place; named: Readonly<Record<string, SigningHash>> };
  /** As that of a signature, with `{crc32}` of the body, and `{line:path}`: the field's name and text, a line each. */
  signed: string;
  timestamp: Timestamp | null;
  id: Place | null;
  /** What holds one of these texts, or the request is refused; it is looked at before a key is fetched. */
  expected: readonly { at: Place; texts: readonly string[] }[];
  /** Where the request has the secret's text, which is no secret there: it says for whom the request is. */
  secretAt: Place | null;
};

/** The URLs of a provider's own: https, the usual port, a host and a path that match as a whole. */
export type OwnUrls = { host: string; path: string };

/**
 * An OpenID Connect ID token by RS256 in `Authorization: Bearer`, for the service account and the audience that the
 * secret names. It does not cover the body.
 */
export type IdTokenScheme = { kind: "id_token"; jwks: string; issuers: readonly string[] };

/**
 * A JSON Web Token by ES256 with the hash of the body in hex. The key that it names is given to those alone who have an
 * account at the provider: it is asked for by a POST with `client_id`, `secret` and `key_id`.
 */
export type AccountKeyScheme = {
  kind: "account_key";
  at: Place;
  /** Where a key is asked for, in each of the provider's environments. */
  keyUrls: Readonly<Record<AccountEnvironment, string>>;
  /** What the provider answers in `error_code`. */
  errors: { unknownKey: string; denied: readonly string[] };
  bodyHash: { claim: string; hash: SigningHash };
  /** How old a token may be by its `iat`. */
  toleranceSeconds: number;
};

/**
 * Ed25519 in hex or base64 is the bare 32 bytes; any other key is a SubjectPublicKeyInfo. `whpk` is an Ed25519 key in
 * base64 behind `whpk_` (Standard Webhooks).
 */
export type PublicKeyForm = "pem" | "hex" | "base64" | "whpk";

export type SignaturePlace =
  /** One signature, right after the prefix. */
  | { form: "alone"; at: Place; prefix: string }
  /** One signature, plain or after the name of its hash: `sha256=…`. */
  | { form: "named"; header: string }
  /** Several, each after the prefix; those with another one are of another version. One must be right. */
  | { form: "list"; header: string; separator: " " | ","; prefix: string }
  /** Several in `name|…&name|…`, each after the name of its key. One must be right. */
  | { form: "named_keys"; at: Place }
  /** The pairs of this name in `t=…,v1=…,v1=…`. One must be right. */
  | { form: "pairs"; header: string; separator: PairSeparator; name: string };

/** `toleranceSeconds` is how old or new a request may be; null where the provider names no limit. */
export type Timestamp = {
  at: Place;
  unit: "seconds" | "milliseconds" | "iso8601";
  toleranceSeconds: number | null;
};

/** A hash of the body that the signature covers in the body's place. A form may be signed by its fields instead. */
export type BodyHash = { at: Place; hash: SigningHash; encoding: HmacEncoding; exceptForms: boolean };

/** An HMAC of a timestamp and the body, in one header as `t=…,v1=…`. */
export function timedPairs(
  name: string,
  { signed = "{timestamp}.{body}", time = "t", digest = "v1", separator = ",", key = "utf8", ...rest }: TimedPairs,
): SignatureScheme {
  return {
    kind: "signature",
    algorithm: { type: "hmac", hash: "SHA256", key },
    signature: { form: "pairs", header: name, separator, name: digest },
    encoding: rest.encoding ?? "hex",
    signed,
    timestamp: {
      at: pair(name, time, separator),
      unit: rest.unit ?? "seconds",
      toleranceSeconds: rest.toleranceSeconds,
    },
    id: null,
    bodyHash: null,
  };
}

type TimedPairs = {
  toleranceSeconds: number | null;
  signed?: string;
  time?: string;
  digest?: string;
  separator?: PairSeparator;
  key?: SecretForm;
  encoding?: HmacEncoding;
  unit?: Timestamp["unit"];
};

/** Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function standardWebhooks(prefix: "webhook" | "svix"): SignatureScheme {
  return {
    kind: "signature",
    algorithm: { type: "hmac", hash: "SHA256", key: "whsec" },
    signature: { form: "list", header: `${prefix}-signature`, separator: " ", prefix: "v1," },
    encoding: "base64",
    signed: "{id}.{timestamp}.{body}",
    timestamp: { at: header(`${prefix}-timestamp`), unit: "seconds", toleranceSeconds: 300 },
    id: header(`${prefix}-id`),
    bodyHash: null,
  };
}

/** The same by a key pair: the secret is the sender's public key. */
export function standardWebhooksByKeyPair(prefix: "webhook" | "svix"): SignatureScheme {
  return {
    ...standardWebhooks(prefix),
    algorithm: { type: "ed25519", key: "whpk" },
    signature: { form: "list", header: `${prefix}-signature`, separator: " ", prefix: "v1a," },
  };
}

/** An HMAC of a timestamp, which has a header of its own, and the body. */
export function timedHeaders(name: string, { encoding, prefix = "", ...timed }: TimedHeaders): SignatureScheme {
  return {
    kind: "signature",
    algorithm: { type: "hmac", hash: "SHA256", key: "utf8" },
    signature: { form: "alone", at: header(name), prefix },
    encoding,
    signed: timed.signed,
    timestamp: { at: header(timed.timestamp), unit: timed.unit ?? "seconds", toleranceSeconds: timed.toleranceSeconds },
    id: null,
    bodyHash: null,
  };
}

type TimedHeaders = {
  timestamp: string;
  signed: string;
  encoding: HmacEncoding;
  toleranceSeconds: number | null;
  prefix?: string;
  unit?: Timestamp["unit"];
};

/** The usual scheme: an HMAC of the body alone, in a header of its own. */
export function plainHmac(
  name: string,
  { encoding, hash = "SHA256", prefix = "" }: { encoding: HmacEncoding; hash?: HmacHash; prefix?: string },
): SignatureScheme {
  return {
    kind: "signature",
    algorithm: { type: "hmac", hash, key: "utf8" },
    signature: { form: "alone", at: header(name), prefix },
    encoding,
    signed: "{body}",
    timestamp: null,
    id: null,
    bodyHash: null,
  };
}
