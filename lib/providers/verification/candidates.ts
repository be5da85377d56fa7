import type { HmacHash } from "@/lib/kernel/vocabulary";
import { header, type SignatureScheme } from "@/lib/providers/scheme";
import { isDigest, normalizeDigest } from "./digest-text";
import type { Received } from "./received";
import { nameOf, type Refused, refuseAbsent, refused } from "./verdict";

const MAX_CANDIDATES = 16;
const HASH_PREFIX = /^((?:sha|md)[\d_/-]+)=(?=.)/i;

/** The signatures of a request that can be right, as normalized texts, at least one; or why there is none. */
export function findCandidates(
  scheme: SignatureScheme,
  received: Received,
  bytes: number | null,
): { candidates: string[] } | Refused {
  const written = findWritten(scheme, received);
  if ("code" in written) return written;
  const candidates = written.texts
    .slice(0, MAX_CANDIDATES)
    .map((text) => normalizeDigest(text, scheme.encoding))
    .filter((text) => isDigest(text, scheme.encoding, bytes));
  if (candidates.length > 0) return { candidates };
  const length = bytes === null ? "" : ` of ${bytes} bytes`;
  return refused("wrong_encoding", `The signature in ${placeOf(scheme)} is not ${scheme.encoding}${length}.`);
}

type Written = { texts: string[] } | Refused;

/** The texts where a signature is due. */
function findWritten({ signature, algorithm }: SignatureScheme, received: Received): Written {
  const place = "at" in signature ? signature.at : header(signature.header);
  const found = received.find(place);
  if (found.text === null) return refuseAbsent("The signature", place, found);
  switch (signature.form) {
    case "alone":
      return afterPrefix([found.text], signature.prefix, nameOf(place));
    case "named":
      return afterHashName(found.text, algorithm.type === "hmac" ? algorithm.hash : null, signature.header);
    case "list":
      return afterPrefix(found.text.split(signature.separator), signature.prefix, nameOf(place));
    case "named_keys":
      return afterKeyNames(found.text, nameOf(place));
    case "pairs":
      return inPairs(received.readPairs(signature.header, signature), signature);
  }
}

function afterPrefix(texts: string[], prefix: string, place: string): Written {
  const found = texts.map((text) => text.trim()).filter((text) => text.startsWith(prefix));
  if (found.length > 0) return { texts: found.map((text) => text.slice(prefix.length)) };
  return refused("header_malformed", `The signature in ${place} does not begin with ${prefix}.`);
}

function inPairs(texts: string[] | null, { header: at, name }: { header: string; name: string }): Written {
  if (texts !== null && texts.length > 0) return { texts };
  return refused("header_malformed", `The header ${at} has no ${name}=….`);
}

function afterKeyNames(text: string, place: string): Written {
  const texts = text.split("&").flatMap((one) => /^[^|]+\|([^|]+)$/.exec(one)?.[1] ?? []);
  if (texts.length > 0) return { texts };
  return refused("field_malformed", `The signature in ${place} does not stand after the name of its key and a |.`);
}

function afterHashName(text: string, hash: HmacHash | null, name: string): Written {
  const prefix = HASH_PREFIX.exec(text);
  if (prefix?.[1] && bare(prefix[1]) !== bare(hash ?? "")) {
    return refused("header_malformed", `The header ${name} holds a signature by another hash than ${hash}.`);
  }
  return { texts: [prefix ? text.slice(prefix[0].length) : text] };
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[_/-]/g, "");
}

/** The name of the place of a scheme's signature. */
export function placeOf({ signature }: SignatureScheme): string {
  switch (signature.form) {
    case "alone":
    case "named_keys":
      return signature.at.in === "header" ? signature.at.name : nameOf(signature.at);
    case "named":
    case "list":
    case "pairs":
      return signature.header;
  }
}
