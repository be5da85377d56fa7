import { z } from "zod";
import { REFUSAL_CODES } from "@/lib/kernel/refusal-codes";
import { Uid } from "@/lib/wire/fields";

export const SourceSamples = z.object({
  events: z.array(z.string()).describe("The types of the events that can be sent, as `event` takes them"),
  problem: z.string().nullable().describe("Why none can be sent, and what to do; null if they can"),
});
export type SourceSamples = z.infer<typeof SourceSamples>;

export const SendSample = z.strictObject({
  event: z
    .string()
    .min(1, "Give an event type, such as invoice.paid.")
    .max(200, "Use at most 200 characters.")
    .optional()
    .describe(
      "One of the events that are listed; the first of them when left out. A source without a provider takes any type",
    ),
});
export type SendSample = z.infer<typeof SendSample>;

export const SentSample = z.object({
  event: z.string().describe("The type of the event that was sent"),
  accepted: z.boolean(),
  status: z.int().describe("What the source's address answered"),
  message: z.string().describe("The answer in a sentence"),
  code: z.string().nullable().describe("The code of the error with which it was refused; null if it was accepted"),
  reason: z
    .enum(REFUSAL_CODES)
    .nullable()
    .describe("Why it does not prove who sent it; null if it was accepted or refused for something else"),
  event_id: Uid.nullable().describe("The event; null if it was refused, or if the source answers with its own body"),
  is_duplicate_event: z.boolean(),
});
export type SentSample = z.infer<typeof SentSample>;
