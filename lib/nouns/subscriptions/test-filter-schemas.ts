import { z } from "zod";
import { FilterConfig } from "@/lib/nouns/subscriptions/schemas";
import { Uid } from "@/lib/wire/fields";

const Pairs = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** A filter to test, and what on: one invented event, or the newest real ones. */
export const TestFilter = z
  .strictObject({
    filter_config: FilterConfig,
    sample: z
      .strictObject({
        event_type: z.string().max(200, "Use at most 200 characters.").optional().describe("Not judged when left out"),
        body: z.unknown().optional().describe("The payload: any JSON value"),
        headers: Pairs.default({}),
        query: Pairs.default({}),
        path: z.string().default(""),
      })
      .optional()
      .describe("A made-up event"),
    last: z.int().min(1, "At least 1.").max(100, "At most 100.").optional().describe("Over the newest events, so many"),
    source_id: z.uuid("Name a source of this project.").optional().describe("With `last`: only events of this source"),
  })
  .superRefine(({ sample, last }, ctx) => {
    if ((sample === undefined) !== (last === undefined)) return;
    ctx.addIssue({ code: "custom", path: ["sample"], message: "Give either sample or last." });
  });
export type TestFilter = z.output<typeof TestFilter>;

export const TestedFilter = z.object({
  matched: z.int().describe("How many of the results match"),
  results: z
    .array(
      z.object({
        event_id: Uid.nullable().describe("null for a sample"),
        event_type: z.string().nullable(),
        source_id: Uid.nullable(),
        created_at: z.string().nullable(),
        matches: z.boolean().describe("The subscription would get this event"),
        event_type_matches: z.boolean().nullable().describe("null where no event type was given"),
        filter_matches: z.boolean(),
      }),
    )
    .describe("The newest event first"),
});
export type TestedFilter = z.infer<typeof TestedFilter>;
