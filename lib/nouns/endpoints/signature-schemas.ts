import { z } from "zod";
import { BODY_CHANGES, FINDING_CODES } from "@/lib/signing/doctor/findings";
import { Uid } from "@/lib/wire/fields";

const MAX_HEADERS = 200;
const MAX_BODY_CHARACTERS = 262_144;

/** A request as its receiver saw it. */
export const receivedFields = {
  headers: z
    .record(
      z.string().min(1, "A header needs a name.").max(200, "A header's name has at most 200 characters."),
      z.string().max(8_192, "Use at most 8,192 characters."),
    )
    .refine((headers) => Object.keys(headers).length > 0, "Give the headers that were received.")
    .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `Give at most ${MAX_HEADERS} headers.`)
    .describe("The received headers, their names in any case"),
  body: z
    .string()
    .max(MAX_BODY_CHARACTERS, "Use at most 262,144 characters.")
    .describe("The received body, exactly; at most 262,144 characters"),
  body_encoding: z
    .enum(["text", "base64"], "Choose text or base64.")
    .default("text")
    .describe("`base64` for a body that is not UTF-8"),
  received_at: z.iso
    .datetime({ offset: true, error: "Give a time of RFC 3339, such as 2027-01-31T12:00:00Z." })
    .optional()
    .describe("When the receiver looked at it, by which the timestamp's age counts; now if absent"),
};

export const UNREADABLE_BODY = { path: ["body"], message: "The body is not base64." };

export function isBodyReadable({ body, body_encoding }: { body: string; body_encoding: "text" | "base64" }): boolean {
  return body_encoding === "text" || isBase64(body);
}

/** A request to be held against what its endpoint signs. */
export const DiagnoseSignature = z
  .strictObject({
    ...receivedFields,
    delivery_id: Uid.optional().describe("A delivery of this endpoint, whose id and body were sent"),
  })
  .refine(isBodyReadable, UNREADABLE_BODY);
export type DiagnoseSignature = z.output<typeof DiagnoseSignature>;

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

const SignatureFinding = z.object({
  code: z.enum(FINDING_CODES),
  message: z.string(),
  header: z.string().nullable().describe("The header that it is about"),
  secret_id: z.string().nullable().describe("`uid` of the secret or the key pair that signed"),
});

export const SignatureDiagnosis = z.object({
  valid: z.boolean().describe("A receiver that verifies by the documentation accepts it"),
  message: z.string(),
  schemes: z
    .array(
      z.object({
        scheme: z.enum(["standard_webhooks", "signature_header"]),
        verdict: z.enum(["valid", "invalid", "not_received"]),
        findings: z.array(SignatureFinding),
      }),
    )
    .describe("The three headers of Standard Webhooks, and the project's own signature header"),
  body: z
    .object({
      change: z.enum(BODY_CHANGES),
      message: z.string(),
      offset: z.int().describe("Bytes before the first difference"),
      line: z.int(),
      column: z.int().describe("In bytes, from 1"),
      sent: z.string().describe("The first bytes that differ, as they were sent"),
      received: z.string().describe("And as they were received"),
    })
    .nullable()
    .describe("How the body differs from what was sent; null if it does not, or without `delivery_id`"),
});
export type SignatureDiagnosis = z.infer<typeof SignatureDiagnosis>;
