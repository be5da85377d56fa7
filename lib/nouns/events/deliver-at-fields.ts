import { z } from "zod";
import { parseDuration } from "@/lib/kernel/duration";

const MAX_DAYS = 30;

/** How far ahead an event may be delivered, in seconds. */
export const MOST_AHEAD_SECONDS = MAX_DAYS * 86_400;

const DELAY_RULE = `Give whole seconds or a duration such as 15m, of ${MAX_DAYS} days at most.`;

/** The seconds of a delay; null if it is none, or too long. */
export function readDelay(given: number | string): number | null {
  const seconds = typeof given === "number" ? given : parseDuration(given);
  if (seconds === null || !Number.isInteger(seconds)) return null;
  return seconds >= 0 && seconds <= MOST_AHEAD_SECONDS ? seconds : null;
}

/** When an event is to be delivered: one of the two. */
export const deliverAtFields = {
  deliver_at: z.iso
    .datetime({ offset: true, error: "Give a time of RFC 3339, such as 2027-01-31T12:00:00Z." })
    .optional()
    .describe(
      `Its deliveries wait until then, ${MAX_DAYS} days ahead at most; a time that has passed means at once. Not with \`delay\``,
    ),
  delay: z
    .union([z.number(), z.string()], DELAY_RULE)
    .refine((given) => readDelay(given) !== null, DELAY_RULE)
    .optional()
    .describe("The same in whole seconds from now, or as a duration such as `15m`, `2h` or `1d12h`"),
};

type Given = { deliver_at?: string | undefined; delay?: number | string | undefined };

/** Refuses both at once. */
export function refuseBothTimes({ deliver_at, delay }: Given, ctx: z.core.$RefinementCtx): void {
  if (deliver_at === undefined || delay === undefined) return;
  ctx.addIssue({ code: "custom", path: ["delay"], message: "Give deliver_at or delay, not both." });
}
