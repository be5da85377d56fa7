/**
 * The fields of a payload for filters, idempotency keys and event types: JSON, or the fields of a form. Undefined when it
 * is neither; the payload itself is kept and forwarded as it came in any case.
 */
export function parsePayload(payload: Buffer, contentType: string | undefined): unknown {
  if (contentType?.startsWith("application/x-www-form-urlencoded")) return parsePairs(payload.toString("utf8"));
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** A query string or form body by name; a name that comes more than once has all its values. */
export function parsePairs(text: string): Record<string, string | string[]> {
  const pairs: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = pairs[name];
    pairs[name] = before === undefined ? value : [before, value].flat();
  }
  return pairs;
}
