import { z } from "zod";
import { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";
import { RestApi } from "@/lib/nouns/sources/rest-api-schemas";

export const CONNECTION_STEPS = ["address", "connection", "tls", "login", "resource", "rights"] as const;

export const ConnectionCheck = z.object({
  step: z
    .enum(CONNECTION_STEPS)
    .describe(
      "address: the name is found and may be called; connection: somebody listens; tls; login; resource: the queue, topic or subscription is there, the API answers, the database publishes; rights: it may be read",
    ),
  ok: z.boolean(),
  message: z.string().describe("What was found, or what is wrong and what to do, in a sentence"),
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;

export const TestConnection = z.strictObject({
  source_id: z
    .uuid("Give a source's id.")
    .optional()
    .describe("Whose stored credentials stand where [REDACTED] is sent"),
  pub_sub: PubSub.optional().describe("The broker; that of source_id when left out"),
  db_change_stream: DbChangeStream.optional().describe("The database to follow; that of source_id when left out"),
  rest_api: RestApi.optional().describe("The API to poll; that of source_id when left out"),
});
export type TestConnection = z.infer<typeof TestConnection>;

export const TestedConnection = z.object({
  ok: z.boolean(),
  message: z.string().describe("The first thing that is wrong, or that all is well"),
  checks: z.array(ConnectionCheck).describe("Step by step, up to the first that failed"),
});
export type TestedConnection = z.infer<typeof TestedConnection>;
