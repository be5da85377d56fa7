/**
 * Why a request does not prove who sent it. `signature_mismatch` is all that a digest tells: of another body, by another
 * secret, or another digest. `wrong_secret` is said where the secret itself is sent, `body_changed` where the body's own
 * hash is signed. The codes of a key are of providers that publish theirs: `key_elsewhere` is one at a URL that is not the
 * provider's, `key_unreachable` one that cannot be fetched now, so that the request may be sent again; `key_denied` is one
 * that the provider does not give to the source's account. A source that gets its secret by a handshake says
 * `handshake_missing` before the first, and `handshake_closed` to one that it does not wait for.
 */
export const REFUSAL_CODES = [
  "header_missing",
  "header_malformed",
  "field_missing",
  "field_malformed",
  "timestamp_missing",
  "timestamp_malformed",
  "timestamp_too_old",
  "timestamp_in_future",
  "wrong_encoding",
  "signature_mismatch",
  "body_changed",
  "wrong_secret",
  "key_elsewhere",
  "key_unknown",
  "key_untrusted",
  "key_unreachable",
  "key_denied",
  "handshake_missing",
  "handshake_closed",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];
