import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";

/** How a source checks its requests; the contract's Verifier with the object of its type. */
export type VerifierSettings =
  | { type: "noop" }
  | { type: "hmac"; hmac: HmacSettings }
  | { type: "basic_auth"; basic_auth: BasicAuthSettings }
  | { type: "api_key"; api_key: ApiKeySettings };

export type HmacSettings = { hash: HmacHash; encoding: HmacEncoding; header: string; secret: string };
export type BasicAuthSettings = { username: string; password: string };
export type ApiKeySettings = { header_name: string; header_value: string };

/** A request as it came: header names in lower case, the body's bytes untouched. */
export type ReceivedRequest = { headers: Record<string, string | string[] | undefined>; rawBody: Buffer };

/** `reason` is a sentence for the sender. It names headers, never a secret or the expected value. */
export type Verdict = { ok: true } | { ok: false; reason: string };

export const ACCEPTED: Verdict = { ok: true };

export function refused(reason: string): Verdict {
  return { ok: false, reason };
}

/**
 * Returns the one value of a header, trimmed; null if it is absent, empty or repeated, since no one could say which
 * value counts.
 */
export function soleHeader(headers: ReceivedRequest["headers"], name: string): string | null {
  const value = headers[name.toLowerCase()];
  const sole = Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value;
  return sole?.trim() || null;
}
