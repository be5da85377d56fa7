import { groupByName } from "@/lib/kernel/group-by-name";
import { parseExact } from "@/lib/wire/exact-json";
import { isUrlencoded } from "@/lib/wire/form-body";
import { parseMultipart } from "@/lib/wire/parse-multipart";

/** A larger payload is not remembered: its value would occupy memory until the next one. */
const MAX_REMEMBERED_BYTES = 64 * 1024;
let latest: { payload: Buffer; contentType: string | undefined; value: unknown } | null = null;

/**
 * Parses the fields of a payload for filters, functions, idempotency keys and event types: JSON, or the fields of a
 * form, urlencoded or multipart. Numbers are exact. Undefined for any other payload; the payload itself is stored and
 * forwarded as it came in any case.
 *
 * The latest value is remembered, because the parts of one event's way ask for it in turn. Callers do not change it.
 */
export function parsePayload(payload: Buffer, contentType: string | undefined): unknown {
  if (latest?.payload === payload && latest.contentType === contentType) return latest.value;
  const value = parse(payload, contentType);
  latest = payload.length <= MAX_REMEMBERED_BYTES ? { payload, contentType, value } : null;
  return value;
}

function parse(payload: Buffer, contentType: string | undefined): unknown {
  if (isUrlencoded(contentType)) return parsePairs(payload.toString("utf8"));
  if (contentType && MULTIPART.test(contentType)) return parseMultipart(payload, contentType);
  try {
    return parseExact(payload.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether the payload is a form, and so not JSON. */
export function isForm(contentType: string | undefined): boolean {
  return isUrlencoded(contentType) || (contentType !== undefined && MULTIPART.test(contentType));
}

const MULTIPART = /^\s*multipart\/form-data\b/i;

/** Parses a query string or form body by name; a repeated name has all its values. */
export function parsePairs(text: string): Record<string, string | string[]> {
  return groupByName(new URLSearchParams(text));
}
