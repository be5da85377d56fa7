import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";
import { startHmac } from "@/lib/signing/hmac";
import { safeEqual } from "./safe-equal";
import { ACCEPTED, type HmacSettings, type ReceivedRequest, refused, soleHeader, type Verdict } from "./verifier";

const HASH_PREFIX = /^((?:sha|md)[\d_/-]+)=(?=.)/i;

/**
 * Accepts a body whose HMAC is in the header, plain or after the name of its hash (`sha256=…`). Hex in either case,
 * base64 with or without padding. The secret's UTF-8 bytes are the key.
 */
export function verifyHmac(settings: HmacSettings, request: ReceivedRequest): Verdict {
  const { hash, encoding, header, secret } = settings;
  const value = soleHeader(request.headers, header);
  if (value === null) return refused(`The signature header ${header} is missing.`);
  const prefix = HASH_PREFIX.exec(value);
  if (prefix?.[1] && !isNameOf(prefix[1], hash)) {
    return refused(`The header ${header} holds a signature by another hash than ${hash}.`);
  }
  const given = prefix ? value.slice(prefix[0].length) : value;
  const expected = startHmac(hash, secret).update(request.rawBody).digest(encoding);
  if (safeEqual(normalize(given, encoding), normalize(expected, encoding))) return ACCEPTED;
  return refused(
    `The signature in ${header} does not match the body. Check the secret, that the exact bytes of the body are signed with HMAC ${hash}, and that the digest is written in ${encoding}.`,
  );
}

function isNameOf(text: string, hash: HmacHash): boolean {
  return bare(text) === bare(hash);
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[_/-]/g, "");
}

function normalize(digest: string, encoding: HmacEncoding): string {
  return encoding === "hex" ? digest.toLowerCase() : digest.replace(/=+$/, "");
}
