import { z } from "zod";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { SecretOverlap, Timestamp, Uid } from "@/lib/wire/fields";

/** Which secrets a source's verifier accepts; never the secrets themselves. */
export const SourceSecrets = z.object({
  source_id: Uid,
  previous_expires_at: Timestamp.describe(
    "Until when the secret before the present one is accepted too; null if only the present one is",
  ),
});
export type SourceSecrets = z.infer<typeof SourceSecrets>;

export const RotateSourceSecret = z.strictObject({
  secret: z
    .string()
    .min(1, "Give the new secret.")
    .max(5_000, "Use at most 5,000 characters.")
    .refine((value) => value !== REDACTED, "This stands for a secret that is not shown. Give the secret itself.")
    .describe(
      "The new secret: what the sender signs with (hmac) or the provider shows (provider), the key (api_key), the password (basic_auth; the user name stays)",
    ),
  expires_in: SecretOverlap.describe("Seconds that the present secret is accepted beside the new one; 0 to end it now"),
});
export type RotateSourceSecret = z.input<typeof RotateSourceSecret>;
