import { z } from "zod";
import { SIGNALS } from "@/lib/kernel/vocabulary";

/** A message of a project's stream: what changed since the one before, and nothing of it. */
export const SignalMessage = z.object({
  changed: z
    .array(z.enum(SIGNALS))
    .describe("What changed; empty in the first message, which says that the stream runs"),
  new_events: z.int().min(0).describe("How many events were accepted since the message before"),
});
export type SignalMessage = z.infer<typeof SignalMessage>;
