import { z } from "zod";
import { PassiveType } from "@/lib/nouns/sources/passive-type-schema";
import { Name, Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryText } from "@/lib/wire/list-query";

/** How many requests of a receiver are kept, and how much of each body. */
export const KEPT_REQUESTS = 100;
export const KEPT_BODY_BYTES = 65_536;

const MAX_ANSWER_CHARACTERS = 4_096;

const words = {
  answer: "What it answers; a given one replaces all of it",
  fail_next: "How many of the next requests get `fail_status` instead; counts down with each",
  fail_status: "What those are answered with, delayed and with the body as the others",
  delay_ms: "How long the answer waits. Many that wait at once are answered 429",
  retry_after: "The seconds of the header Retry-After; null for none",
  url: "Where to send to, with any method; [REDACTED] for viewers",
  expires_at: "When it ends, with all that it received",
};

const Status = z.int().min(200, "From 200 to 599.").max(599, "From 200 to 599.");

/** Without defaults, so that it is also the form of an answer. */
const Answer = z.strictObject({
  status: Status.describe("From 200 to 599; 204, 205 and 304 are sent without a body"),
  delay_ms: z.int().min(0, "0 or more.").max(30_000, "At most 30,000 ms.").describe(words.delay_ms),
  content_type: PassiveType,
  body: z.string().max(MAX_ANSWER_CHARACTERS, "Use at most 4,096 characters."),
  retry_after: z
    .int()
    .min(0, "0 or more.")
    .max(86_400, "At most 86,400 seconds.")
    .nullable()
    .describe(words.retry_after),
});
export type ReceiverAnswer = z.infer<typeof Answer>;

export const USUAL_ANSWER: ReceiverAnswer = {
  status: 200,
  delay_ms: 0,
  content_type: "application/json",
  body: '{"received":true}',
  retry_after: null,
};

const AnswerInput = z.strictObject({
  status: Answer.shape.status.default(USUAL_ANSWER.status),
  delay_ms: Answer.shape.delay_ms.default(USUAL_ANSWER.delay_ms),
  content_type: Answer.shape.content_type.default(USUAL_ANSWER.content_type),
  body: Answer.shape.body.default(USUAL_ANSWER.body),
  retry_after: Answer.shape.retry_after.default(USUAL_ANSWER.retry_after),
});

const FailNext = z.int().min(0, "0 or more.").max(1_000, "At most 1,000.").describe(words.fail_next);
const FailStatus = z.int().min(400, "From 400 to 599.").max(599, "From 400 to 599.").describe(words.fail_status);
const Days = z.int().min(1, "At least 1 day.").max(30, "At most 30 days.");

export const Receiver = z.object({
  uid: Uid,
  project_id: Uid,
  name: z.string(),
  url: z.string().describe(words.url),
  answer: Answer.extend({ content_type: z.string() }).describe("What it answers"),
  fail_next: FailNext,
  fail_status: FailStatus,
  received: z.int().describe(`How many requests came; the latest ${KEPT_REQUESTS} are kept`),
  last_received_at: Timestamp,
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string().describe(words.expires_at),
});
export type Receiver = z.infer<typeof Receiver>;

export const CreateReceiver = z.strictObject({
  name: Name,
  answer: AnswerInput.default(USUAL_ANSWER).describe("What it answers"),
  fail_next: FailNext.default(0),
  fail_status: FailStatus.default(503),
  expires_in_days: Days.default(7).describe("How many days it lasts"),
});
export type CreateReceiver = z.output<typeof CreateReceiver>;

export const UpdateReceiver = z.strictObject({
  name: Name.optional(),
  answer: AnswerInput.optional().describe(words.answer),
  fail_next: FailNext.optional(),
  fail_status: FailStatus.optional(),
  expires_in_days: Days.optional().describe("How many days it lasts from now on; it ends as before if left out"),
});
export type UpdateReceiver = z.output<typeof UpdateReceiver>;

export const ListReceivers = z.object({ ...paging, q: QueryText.describe("Part of the name, in any case") });
export type ListReceivers = z.infer<typeof ListReceivers>;

export const ListReceivedRequests = z.object(paging);
export type ListReceivedRequests = z.infer<typeof ListReceivedRequests>;

/** A request as it arrived. */
export const ReceivedRequest = z.object({
  uid: Uid,
  receiver_id: Uid,
  received_at: z.string(),
  method: z.string(),
  url_query_params: z.string().describe("The query string, without its `?`"),
  headers: z
    .record(z.string(), z.string())
    .describe(
      "Names in lower case, repeated ones joined by a comma; the first 100 and 16 KiB of them. Credentials are [REDACTED], signatures for viewers too",
    ),
  body: z.string().describe("Read as UTF-8; its first 64 KiB"),
  body_bytes: z.int().describe("The length of the whole body"),
  body_truncated: z.boolean(),
  status: z.int().describe("What it was answered with"),
});
export type ReceivedRequest = z.infer<typeof ReceivedRequest>;
