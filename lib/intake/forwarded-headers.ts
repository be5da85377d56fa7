/**
 * Headers of one connection (RFC 9110, 7.6.1), which are made anew for each delivery, and credentials that stay with
 * us.
 */
const NOT_FORWARDED = new Set([
  "accept-encoding",
  "authorization",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
  "x-hookyard-address",
]);

/**
 * Selects the headers of a received request that are stored with its event and forwarded: without those of the
 * connection, without `Authorization` and `Cookie`, and without `secretHeader`, the one that a source's api_key
 * verifier reads. A source's `forward_headers` are the `only` ones kept, besides `Content-Type`.
 */
export function toForwardedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secretHeader: string | null,
  only: ReadonlySet<string> = new Set(),
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || name === secretHeader || !mayForward(name)) continue;
    if (only.size > 0 && !only.has(name) && name !== "content-type") continue;
    kept[name] = typeof value === "string" ? value : value.join(", ");
  }
  return kept;
}

function mayForward(name: string): boolean {
  return !NOT_FORWARDED.has(name) && !name.startsWith("x-forwarded-") && name !== "__proto__";
}
