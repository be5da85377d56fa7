import { z } from "zod";
import { Timestamp, Uid } from "@/lib/wire/fields";

/** Whether a source waits for a secret that its provider hands over, and which it took; never the secrets themselves. */
export const SourceHandshakes = z.object({
  source_id: Uid,
  waiting_until: Timestamp,
  taken: z.array(z.object({ uid: Uid, taken_at: Timestamp, address: z.string(), shown_until: Timestamp })),
});
export type SourceHandshakes = z.infer<typeof SourceHandshakes>;

export const WaitForHandshake = z.strictObject({
  expires_in: z
    .int("Give whole seconds.")
    .min(60, "Wait at least 60 seconds.")
    .max(3_600, "Wait at most 3,600 seconds.")
    .optional(),
});
export type WaitForHandshake = z.infer<typeof WaitForHandshake>;

/** A secret that its admin has to copy to the provider. */
export const HandshakeSecret = z.object({ uid: Uid, secret: z.string(), shown_until: Timestamp });
export type HandshakeSecret = z.infer<typeof HandshakeSecret>;
