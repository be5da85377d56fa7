import { z } from "zod";
import { Timestamp } from "@/lib/wire/fields";
import { TestAnswer } from "@/lib/wire/test-answer";

/** One request as it leaves. */
export const SignedRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()).describe("All of them; the endpoint's own credentials are [REDACTED]"),
  data: z.array(z.int().min(0).max(255)).describe("The body's bytes, over which it is signed"),
  raw: z.string().describe("The body as text"),
  signed_at: Timestamp,
});
export type SignedRequest = z.infer<typeof SignedRequest>;

export const TestSend = z.strictObject({
  endpoint_id: z
    .uuid("Choose an endpoint of this project.")
    .optional()
    .describe("The endpoint that gets it; the delivery's own if left out"),
  raw: z.string().optional().describe("The payload as text; what the delivery sends if left out"),
});
export type TestSend = z.infer<typeof TestSend>;

export const TestSendResult = z.object({
  request: SignedRequest.describe("What was sent"),
  ...TestAnswer.shape,
});
export type TestSendResult = z.infer<typeof TestSendResult>;
