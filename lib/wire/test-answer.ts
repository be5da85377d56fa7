import { z } from "zod";

/** What came back for a test. */
export const TestAnswer = z.object({
  response_status: z.int().nullable(),
  response_http_header: z.record(z.string(), z.string()),
  response_data: z.string().describe("Up to 64 KiB of the answer's body, as text"),
  response_truncated: z.boolean(),
  error_code: z.string().nullable(),
  error: z.string().nullable().describe("Why there was no answer, in words"),
  duration_ms: z.number(),
});
export type TestAnswer = z.infer<typeof TestAnswer>;
