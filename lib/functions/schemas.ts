import { z } from "zod";
import { FunctionSource, Uid } from "@/lib/wire/fields";

export const TestFunction = z
  .strictObject({
    function: FunctionSource,
    kind: z.enum(["subscription", "body", "header"]).default("subscription"),
    payload: z
      .unknown()
      .optional()
      .describe("What the function is given: a payload, or for `header` an object of headers"),
    event_id: z.uuid("Name an event of this project.").optional(),
    last: z.int().min(1, "At least 1.").max(100, "At most 100.").optional().describe("Over the newest events, so many"),
    source_id: z.uuid("Name a source of this project.").optional().describe("With `last`: only events of this source"),
  })
  .superRefine((input, context) => {
    const given = [input.payload !== undefined, input.event_id !== undefined, input.last !== undefined];
    if (given.filter(Boolean).length === 1) return;
    context.addIssue({ code: "custom", path: ["payload"], message: "Give either payload, event_id or last." });
  });
export type TestFunction = z.infer<typeof TestFunction>;

export const TestedFunctions = z.object({
  results: z.array(
    z.object({
      event_id: Uid.nullable(),
      event_type: z.string().nullable(),
      ok: z.boolean(),
      is_skipped: z.boolean().describe("It returned null: the subscription would not get the event"),
      before: z.string().describe("What it was given, as text"),
      after: z
        .string()
        .nullable()
        .describe("The payload or headers that it makes, as text; null when it failed or skips"),
      headers: z.record(z.string(), z.string()).nullable().describe("The headers that would be added or changed"),
      error: z.string().nullable(),
      logs: z.array(z.string()).describe("What it wrote to its console"),
      duration_ms: z.number(),
    }),
  ),
});
export type TestedFunctions = z.infer<typeof TestedFunctions>;
