import { REDACTED } from "@/lib/kernel/vocabulary";
import { redactAddress, redactHeaders, redactIngest, redactQuery } from "@/lib/wire/redact-traffic";

const HEADERS = new Set(["headers", "request_http_header", "response_http_header"]);

/**
 * An answer as a viewer gets it: credentials in headers, query strings and addresses are `[REDACTED]`, and so are
 * ingest addresses. The API's border masks every answer, so that none can be forgotten. Payloads are not changed.
 */
export function maskForViewers(value: unknown): unknown {
  if (typeof value === "string") return redactIngest(value);
  if (Array.isArray(value)) return value.map(maskForViewers);
  if (!isPlain(value)) return value;
  const isSource = "mask_id" in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isIngest = isSource && (name === "mask_id" || name === "url");
      return [name, isIngest ? REDACTED : maskField(name, part)];
    }),
  );
}

function maskField(name: string, part: unknown): unknown {
  if (name === "url" && typeof part === "string") return redactAddress(part);
  if (name === "url_query_params" && typeof part === "string") return redactQuery(part);
  if (!HEADERS.has(name) || !isPlain(part)) return maskForViewers(part);
  const masked = maskForViewers(part) as Record<string, unknown>;
  const texts = Object.entries(part).filter(([, text]) => typeof text === "string");
  return { ...masked, ...redactHeaders(Object.fromEntries(texts)) };
}

/** Values that are written piece by piece are not plain objects. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
