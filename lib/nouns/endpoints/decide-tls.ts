import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createTlsContext } from "@/lib/egress/client-tls";
import type { FieldError } from "@/lib/kernel/errors";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { movesAway } from "@/lib/nouns/endpoints/decide-authentication";
import { CERTIFICATE, readPemBlocks } from "@/lib/nouns/endpoints/read-certificates";
import type { UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import type { EndpointTls } from "@/lib/nouns/endpoints/tls-schemas";
import { redactCredentials } from "@/lib/wire/redaction";
import { restoreInPlace } from "@/lib/wire/stored-credentials";

type Stored = { url: string; tls: EndpointTls | null };

/** `value` is what to store: null for none, undefined to keep the stored one. */
export type DecidedTls = { value: EndpointTls | null | undefined; errors: FieldError[] };

type Field = keyof EndpointTls;

const MAX_CERTIFICATES = 20;

/**
 * Decides the certificates after an input. Like its authentication they belong to the origin of the endpoint's `url`: if
 * that changes, they must be given again, even if the input does not mention them. What is newly given must be readable,
 * valid now, and fit together; what is stored may have expired since.
 */
export function decideTls(
  { url, tls }: Pick<UpdateEndpoint, "url" | "tls">,
  stored: Stored | null,
  now: Date,
): DecidedTls {
  const present = stored?.tls ?? null;
  const isMoved = movesAway(url, stored);
  const given = tls === undefined ? findUnsaid(present, isMoved) : tls;
  if (!given) return { value: given, errors: [] };
  const restored = restoreInPlace(given, withoutEmpty(present), {
    root: "tls",
    isElsewhere: present !== null && isMoved,
  });
  if (restored.errors.length > 0) return restored;
  return judge({ given, texts: restored.value, url: url ?? stored?.url ?? "", now });
}

/** What an input that moves the endpoint leaves unsaid: that what is stored shall stay. */
function findUnsaid(present: EndpointTls | null, isMoved: boolean): EndpointTls | undefined {
  return isMoved && present ? redactCredentials(present) : undefined;
}

function isEmpty(tls: EndpointTls): boolean {
  return Object.values(tls).every((text) => text === "");
}

/** What is not there can stand for nothing. */
function withoutEmpty(tls: EndpointTls | null): EndpointTls | null {
  if (tls === null) return null;
  return Object.fromEntries(Object.entries(tls).filter(([, text]) => text !== "")) as EndpointTls;
}

type Judging = { given: EndpointTls; texts: EndpointTls; url: string; now: Date };

/** What to store: the blocks that the fields are for, and nothing else of their texts. With it what is wrong with them. */
function judge({ given, texts, url, now }: Judging): DecidedTls {
  const errors: FieldError[] = [];
  const refuse = ({ field, message }: Fault) => errors.push({ path: `tls.${field}`, message });
  const read = (field: "client_certificate" | "ca_certificate") => {
    const blocks = readPemBlocks(texts[field], CERTIFICATE);
    const message = given[field] === REDACTED ? null : findFault(blocks, texts[field], now);
    if (message !== null) refuse({ field, message });
    return blocks.join("");
  };
  const judged = {
    client_certificate: read("client_certificate"),
    client_key: readPemBlocks(texts.client_key, /^(?:[A-Z]+ )*PRIVATE KEY$/)[0] ?? "",
    ca_certificate: read("ca_certificate"),
  };
  if (errors.length === 0) findKeyFaults(judged, texts).forEach(refuse);
  if (errors.length === 0) findUnusable(judged, url).forEach(refuse);
  return { value: isEmpty(judged) ? null : judged, errors };
}

/** What is wrong with the certificates of a field, if so. */
function findFault(blocks: readonly string[], text: string, now: Date): string | null {
  if (text === "") return null;
  if (blocks.length === 0) return "There is no certificate in it: it begins with -----BEGIN CERTIFICATE-----.";
  if (blocks.length > MAX_CERTIFICATES) return `Give at most ${MAX_CERTIFICATES} certificates.`;
  const faults = blocks.map((pem, at) =>
    findCertificateFault(pem, now, blocks.length > 1 ? `Certificate ${at + 1}` : "It"),
  );
  return faults.find((fault) => fault !== null) ?? null;
}

function findCertificateFault(pem: string, now: Date, which: string): string | null {
  const certificate = tryTo(() => new X509Certificate(pem));
  if (certificate === null) return `${which} cannot be read as a certificate.`;
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  if (to <= now) return `${which} expired on ${toDay(to)}.`;
  return from > now ? `${which} is valid from ${toDay(from)} on.` : null;
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

type Fault = { field: Field; message: string };

function findKeyFaults({ client_certificate, client_key }: EndpointTls, texts: EndpointTls): Fault[] {
  if (client_certificate === "" && texts.client_key === "") return [];
  if (client_certificate === "") return [{ field: "client_certificate", message: "Give the certificate of this key." }];
  if (texts.client_key === "") return [{ field: "client_key", message: "Give the private key of the certificate." }];
  if (/ENCRYPTED/.test(texts.client_key)) return [{ field: "client_key", message: ENCRYPTED }];
  const key = tryTo(() => createPrivateKey(client_key));
  if (key === null) return [{ field: "client_key", message: "It cannot be read as a private key in PEM." }];
  return fits(client_certificate, key)
    ? []
    : [{ field: "client_key", message: "This key does not fit the certificate." }];
}

const ENCRYPTED = "This key has a passphrase. Give it without one: openssl pkey -in key.pem";

function fits(certificate: string, key: KeyObject): boolean {
  return new X509Certificate(certificate).checkPrivateKey(key);
}

/** What no connection can be made with: an address without TLS, or what OpenSSL refuses, such as too short a key. */
function findUnusable(texts: EndpointTls, url: string): Fault[] {
  const field = texts.client_certificate === "" ? "ca_certificate" : "client_certificate";
  if (texts[field] === "") return [];
  if (new URL(url).protocol !== "https:") return [{ field, message: "Only an https:// URL is connected to with it." }];
  try {
    createTlsContext(texts);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ field, message: `It cannot be used: ${why}.` }];
  }
}

function tryTo<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
