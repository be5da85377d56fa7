import { z } from "zod";
import { EXAMPLES } from "@/lib/api/document/examples";
import { nameOf } from "@/lib/api/document/named-schemas";
import { ERROR_STATUS, type ErrorCode } from "@/lib/kernel/errors";

/** An example value of this schema: by its name, or composed of its parts; undefined if there is none. */
export function exampleOf(schema: z.ZodType): unknown {
  const name = nameOf(schema);
  if (name !== undefined) return EXAMPLES[name];
  if (schema instanceof z.ZodArray) {
    const item = exampleOf(schema.element as z.ZodType);
    return item === undefined ? undefined : [item];
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const parts = Object.entries(schema.shape).map(([key, part]) => [key, exampleOf(part as z.ZodType)] as const);
  return parts.some(([, part]) => part === undefined) ? undefined : Object.fromEntries(parts);
}

const REQUEST_ID = "01975f2d-2a0f-7000-8000-718293a4b512";

const TOLD: Partial<Record<ErrorCode, { message: string; fields?: { path: string; message: string }[] }>> = {
  malformed_request: { message: "The body is not JSON: Unexpected end of JSON input." },
  unauthorized: { message: "This API key is unknown, expired or revoked." },
  forbidden: { message: "The role viewer may not do this." },
  not_found: { message: "No such endpoint in this project." },
  conflict: { message: "It is being attempted right now. Resend it if that fails." },
  request_timeout: { message: "The body came too slowly." },
  payload_too_large: { message: "The body is larger than 5,242,880 bytes." },
  unsupported_media_type: { message: "Send JSON: Content-Type: application/json." },
  invalid_fields: {
    message: "Check these fields: url, http_timeout.",
    fields: [
      { path: "url", message: "Give a full http:// or https:// address." },
      { path: "http_timeout", message: "At most 120 seconds." },
    ],
  },
  rate_limited: { message: "More than 5000 requests a second." },
  internal: { message: "Something went wrong on our side." },
  unavailable: { message: "The database does not answer. Try again in a moment." },
};

/** An example of an error answer with this status. */
export function errorExample(status: number) {
  const code = Object.keys(TOLD).find((one) => ERROR_STATUS[one as ErrorCode] === status) as ErrorCode;
  const { message, fields } = TOLD[code] ?? { message: "" };
  return { status: false, message, data: null, error: { code, ...(fields && { fields }) }, request_id: REQUEST_ID };
}
