import { createHash } from "node:crypto";
import { parseUrl } from "@/lib/kernel/parse-url";
import type { AccountKeyScheme, CertificateScheme, OwnUrls, Place, PublishedKeyScheme } from "@/lib/providers/scheme";
import { readAccountToken } from "./account-token";
import { readBearerToken } from "./id-token";
import { readProviderAccount } from "./provider-account";
import type { Received } from "./received";
import { safeEqual } from "./safe-equal";
import { nameOf, type Refused, refuseAbsent, refused } from "./verdict";

/** A key that a provider publishes at this URL, which is its own. */
export type NeededKey =
  | { form: "certificate"; url: string; names: string }
  /** One of several; the token names it by its `kid`. */
  | { form: "jwks"; url: string; kid: string }
  | AccountKey;

/** A key that is given to an account at the provider: to one of these, the newest first. */
export type AccountKey = {
  form: "account";
  kid: string;
  errors: AccountKeyScheme["errors"];
  accounts: readonly { url: string; clientId: string; secret: string }[];
};

/**
 * What a needed key is kept under. That of an account is kept for those credentials alone: another account may be given
 * another key, or none.
 */
export function placeOfKey(needed: NeededKey): string {
  if (needed.form !== "account") return needed.url;
  return createHash("sha256")
    .update(JSON.stringify([needed.kid, needed.accounts]))
    .digest("base64url");
}

/**
 * The published key that a request says it is signed by. A request that cannot be right with any key is refused here, so
 * that nothing is fetched for it: without its proof, with a key at another host, or for somebody else.
 */
export function findNeededKey(
  scheme: PublishedKeyScheme,
  secrets: readonly string[],
  received: Received,
): NeededKey | Refused {
  if (scheme.kind === "certificate") return findCertificate(scheme, secrets, received);
  if (scheme.kind === "account_key") return findAccountKey(scheme, secrets, received);
  const token = readBearerToken(received);
  return "code" in token ? token : { form: "jwks", url: scheme.jwks, kid: token.kid };
}

function findAccountKey(scheme: AccountKeyScheme, secrets: readonly string[], received: Received): NeededKey | Refused {
  const token = readAccountToken(scheme, received);
  if ("code" in token) return token;
  const accounts = secrets.flatMap((text) => {
    const account = readProviderAccount(text);
    if (!account) return [];
    const { environment, clientId, secret } = account;
    return [{ url: scheme.keyUrls[environment], clientId, secret }];
  });
  return { form: "account", kid: token.kid, errors: scheme.errors, accounts };
}

function findCertificate(
  scheme: CertificateScheme,
  secrets: readonly string[],
  received: Received,
): NeededKey | Refused {
  const { url: at, from, names } = scheme.certificate;
  const found = received.find(at);
  if (found.text === null) return refuseAbsent("The certificate's URL", at, found);
  const signature = received.find(scheme.signature);
  if (signature.text === null) return refuseAbsent("The signature", scheme.signature, signature);
  const unexpected = findUnexpected(scheme, secrets, received);
  if (unexpected) return unexpected;
  const url = readOwnUrl(found.text, from);
  if (url !== null && url.search === "") return { form: "certificate", url: url.href, names };
  return refused(
    "key_elsewhere",
    `The URL in ${nameOf(at)} is none of this provider's certificates; it was not fetched.`,
  );
}

/** What a request must say besides its signature, since its provider signs for others too. Null if it says all. */
export function findUnexpected(
  { expected, secretAt }: CertificateScheme,
  secrets: readonly string[],
  received: Received,
): Refused | null {
  for (const { at, texts } of expected) {
    const found = received.find(at);
    if (found.text === null) return refuseAbsent("What the request is", at, found);
    if (!texts.includes(found.text)) return malformed(at, `${nameOf(at)} is none of ${texts.join(", ")}.`);
  }
  return secretAt && findOther(secretAt, secrets, received);
}

function findOther(at: Place, secrets: readonly string[], received: Received): Refused | null {
  const found = received.find(at);
  if (found.text === null) return refuseAbsent("For whom the request is", at, found);
  const { text } = found;
  if (secrets.filter((secret) => safeEqual(secret.trim(), text)).length > 0) return null;
  return refused("wrong_secret", `What ${nameOf(at)} says is not what this source takes.`);
}

/** A refusal of a text that is not of its form, by where it is. */
export function malformed(at: Place, message: string): Refused {
  const isHeader = at.in === "header" || at.in === "pair";
  return refused(isHeader ? "header_malformed" : "field_malformed", message.charAt(0).toUpperCase() + message.slice(1));
}

/** A URL of the provider's own; null if it is any other, or is written as nobody writes a URL. */
export function readOwnUrl(text: string, { host, path }: OwnUrls): URL | null {
  if (!text.startsWith("https://") || /[\\#\s]/.test(text)) return null;
  const url = parseUrl(text);
  if (url === null) return null;
  const isBare = url.username === "" && url.password === "" && url.port === "";
  return isBare && isWhole(host, url.hostname) && isWhole(path, url.pathname) ? url : null;
}

/** Whether a pattern matches all of a text. */
export function isWhole(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}
