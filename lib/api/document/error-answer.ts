import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "@/lib/kernel/errors";
import { REFUSAL_CODES } from "@/lib/kernel/refusal-codes";

/** What every operation answers where it does not do what it was asked. */
export const ErrorAnswer = z.object({
  status: z.literal(false),
  message: z.string().describe("What is wrong, in a sentence"),
  data: z.null(),
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    fields: z
      .array(z.object({ path: z.string().describe("Dotted, such as verifier.hmac.secret"), message: z.string() }))
      .optional()
      .describe("Every wrong field at once"),
    reason: z
      .enum(REFUSAL_CODES)
      .optional()
      .describe(
        "Why a webhook that was received does not prove who sent it. signature_mismatch is all that a digest tells: of another body, or by another secret. wrong_secret is said where the secret itself is sent, body_changed where the hash of the body is what is signed",
      ),
  }),
  request_id: z.string().describe("The X-Request-ID of this answer"),
});
