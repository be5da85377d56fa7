import { z } from "zod";

/** The request that a test event would become. */
export const TestEventPreview = z.object({
  method: z.string(),
  url: z.string(),
  request_http_header: z
    .record(z.string(), z.string())
    .describe("As they are signed and sent, the endpoint's credentials redacted"),
  body: z.string(),
  notes: z.array(z.string()).describe("What may differ in the request that is sent"),
});
export type TestEventPreview = z.infer<typeof TestEventPreview>;
