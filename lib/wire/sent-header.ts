import { z } from "zod";
import { HeaderName, HeaderValue } from "@/lib/wire/fields";
import { isCredential } from "@/lib/wire/redact-traffic";

/** Headers of one connection (RFC 9110, 7.6.1), which are made anew for each request; set by hand they break it. */
const OF_THE_CONNECTION = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Whether a header is one of a connection, which no request may bring of its own. */
export function isOfTheConnection(name: string): boolean {
  return OF_THE_CONNECTION.has(name.toLowerCase());
}

/** The name of a header that a user may add to deliveries. */
export const SentHeaderName = HeaderName.refine(
  (name) => !isOfTheConnection(name),
  "This header belongs to the connection and cannot be set.",
);

/**
 * Headers of a delivery with a meaning of their own: the three of Standard Webhooks, and those that describe or
 * authorize a request.
 */
const TAKEN = new Set([
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "authorization",
  "content-encoding",
  "content-type",
  "cookie",
  "user-agent",
]);

export function isTakenHeader(name: string): boolean {
  return TAKEN.has(name.toLowerCase());
}

/** The name of a header that describes each delivery, or "" for none. */
export const ToldHeaderName = z
  .string()
  .max(200, "Use at most 200 characters.")
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/, "A header's name has letters, digits and - only.")
  .refine((name) => !isOfTheConnection(name), "This header belongs to the connection and cannot be set.")
  .refine((name) => !isTakenHeader(name), "This header has another meaning. Choose another name.");

/** The name of a header that every delivery of an endpoint has. Its value is readable, so it is no credential's. */
const FixedHeaderName = SentHeaderName.refine(
  (name) => !isTakenHeader(name) && !/^webhook-/i.test(name),
  "This header has a meaning of its own in a delivery and cannot be fixed.",
).refine(
  (name) => !isCredential(name),
  "This is the name of a credential, and fixed headers are shown. Set it as the endpoint's authentication.",
);

const MAX_FIXED_HEADERS = 20;
/** Many servers take no more than 8 or 16 KiB of headers in all. */
const MAX_FIXED_CHARACTERS = 4_096;

export const FixedHeaders = z
  .record(FixedHeaderName, HeaderValue, {
    error: (issue) => (issue.code === "invalid_key" ? issue.issues[0]?.message : undefined),
  })
  .refine((headers) => Object.keys(headers).length <= MAX_FIXED_HEADERS, `Give at most ${MAX_FIXED_HEADERS} headers.`)
  .refine(
    (headers) => Object.entries(headers).flat().join("").length <= MAX_FIXED_CHARACTERS,
    "Names and values have at most 4,096 characters together.",
  )
  .refine((headers) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    return new Set(names).size === names.length;
  }, "A name stands here twice; upper and lower case are the same.");
export type FixedHeaders = z.infer<typeof FixedHeaders>;
