/**
 * Headers of every answer of `/ingest` and `/receive`, errors included: whatever a source or a receiver answers with, a
 * browser that opens it runs nothing, loads nothing, frames it nowhere and guesses no other type. The sandbox gives it an origin of its own.
 */
export const INGEST_HEADERS = {
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Headers of every other answer of the API: it is valid for one moment and one caller, and is nothing but JSON. */
export const API_HEADERS = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;

const INGEST = Object.entries(INGEST_HEADERS);
const API = Object.entries(API_HEADERS);

/** Whether people outside set what is answered at this path. */
export function isIngest(path: string): boolean {
  return path.startsWith("/ingest") || path.startsWith("/receive");
}

/** The headers of every answer to a request of this path. */
export function standingHeaders(path: string): readonly (readonly [string, string])[] {
  return isIngest(path) ? INGEST : API;
}
