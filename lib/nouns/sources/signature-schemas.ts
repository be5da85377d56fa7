import { z } from "zod";
import { parseUrl } from "@/lib/kernel/parse-url";
import { isBodyReadable, receivedFields, UNREADABLE_BODY } from "@/lib/nouns/endpoints/signature-schemas";
import { INCOMING_FINDING_CODES } from "@/lib/providers/doctor/findings";

/** A request as it was sent to a source, to be held against what the source verifies. */
export const DiagnoseSourceSignature = z
  .strictObject({
    ...receivedFields,
    url: z
      .string()
      .max(8_192, "Use at most 8,192 characters.")
      .refine(isAddress, "Give an address with http or https, such as https://hooks.example.com/ingest/….")
      .optional()
      .describe(
        "The address that it was sent to, with its query, which some providers sign; the source's own if absent",
      ),
    secret: z
      .string()
      .min(1, "Give a secret, or leave it out.")
      .max(5_000, "Use at most 5,000 characters.")
      .optional()
      .describe("A secret to try beside those of the source; it is neither stored nor answered"),
  })
  .refine(isBodyReadable, UNREADABLE_BODY);
export type DiagnoseSourceSignature = z.output<typeof DiagnoseSourceSignature>;

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && parseUrl(text) !== null;
}

export const SourceSignatureDiagnosis = z.object({
  valid: z.boolean().describe("The source accepts it as it is, at the time when it was received"),
  message: z.string().describe("The first finding in a sentence"),
  findings: z.array(
    z.object({
      code: z.enum(INCOMING_FINDING_CODES),
      message: z.string().describe("What is wrong"),
      advice: z.string().nullable().describe("What to do about it; null if nothing is wrong"),
      header: z.string().nullable().describe("The header that it is about"),
    }),
  ),
});
export type SourceSignatureDiagnosis = z.infer<typeof SourceSignatureDiagnosis>;
