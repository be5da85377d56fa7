import { z } from "zod";
import { DELIVERY_STATUSES, EVENT_STATUSES, NOT_DELIVERED_CODES } from "@/lib/kernel/vocabulary";
import { Endpoint, SecretValue } from "@/lib/nouns/endpoints/schemas";
import { deliverAtFields, refuseBothTimes } from "@/lib/nouns/events/deliver-at-fields";
import { referenceFields } from "@/lib/nouns/events/reference-fields";
import { MAX_SHOWN_ENDPOINTS } from "@/lib/nouns/events/shown-endpoints";
import { FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";
import { Source } from "@/lib/nouns/sources/schemas";
import { EventType, HeaderValue, HttpUrl, Timestamp, Uid } from "@/lib/wire/fields";
import { queryValue } from "@/lib/wire/list-query";
import { RawJson } from "@/lib/wire/raw-json";
import { SentHeaderName } from "@/lib/wire/sent-header";

const Bytes = z.array(z.int().min(0).max(255)).describe("The payload's bytes");

export const Event = z.object({
  uid: Uid,
  project_id: Uid,
  app_id: z.null().describe("Kept for the contract"),
  source_id: Uid.nullable(),
  event_type: z.string(),
  status: z.enum(EVENT_STATUSES),
  status_reason: z.string().describe("Why it was discarded or failed, or is not sent, in words"),
  status_code: z
    .enum(NOT_DELIVERED_CODES)
    .nullable()
    .describe("The same as a word of a closed list; null where there is nothing to tell"),
  idempotency_key: z.string().nullable(),
  is_duplicate_event: z.boolean(),
  headers: z.record(z.string(), z.string()).optional(),
  external_id: z.string().optional().describe("What its sender calls it; absent where it gave nothing"),
  tags: z.array(z.string()).optional().describe("Words that its sender gave it; absent where there are none"),
  metadata: z.string().nullable().describe("The metadata that its sender gave, as the JSON text of an object"),
  data: Bytes.optional(),
  raw: z.string().optional().describe("The payload as text"),
  url_query_params: z.string(),
  deliver_at: Timestamp.optional().describe("When its deliveries were to be sent; absent for at once"),
  endpoints: z
    .array(z.string())
    .describe(`Ids of the endpoints it was routed to, ${MAX_SHOWN_ENDPOINTS} at most: its deliveries name them all`),
  endpoint_metadata: z.array(Endpoint).describe("The same endpoints"),
  source_metadata: Source.nullable(),
  deliveries: z
    .partialRecord(z.enum(DELIVERY_STATUSES), z.int())
    .optional()
    .describe("Its deliveries, counted by status"),
  function_versions: z
    .array(FunctionVersionSummary)
    .optional()
    .describe(
      "The versions of its source's functions that ran over it when it was last routed; empty where none did, and of an event that was routed before versions were kept. Not in lists; each delivery tells its own",
    ),
  acknowledged_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type Event = z.infer<typeof Event>;

const content = {
  event_type: EventType,
  data: z
    .unknown()
    .refine((data) => data !== undefined, "Give the payload: any JSON value.")
    .transform((data) => RawJson.of(data))
    .describe("Any JSON value. It is stored, signed and delivered as the very text that stands here"),
  custom_headers: z.record(SentHeaderName, HeaderValue).optional().describe("Sent along with each delivery"),
  idempotency_key: z.string().min(1).max(500).optional(),
  ...deliverAtFields,
  ...referenceFields,
};

export const CreateEvent = z
  .strictObject({ endpoint_id: z.uuid("Name the endpoint that the event is for."), ...content })
  .superRefine(refuseBothTimes);
export type CreateEvent = z.infer<typeof CreateEvent>;

export const CreateFanoutEvent = z
  .strictObject({
    owner_id: z
      .string()
      .min(1, "Name the owner of the endpoints.")
      .max(200)
      .describe("All endpoints with this owner_id"),
    ...content,
  })
  .superRefine(refuseBothTimes);
export type CreateFanoutEvent = z.infer<typeof CreateFanoutEvent>;

export const CreateBroadcastEvent = z.strictObject(content).superRefine(refuseBothTimes);
export type CreateBroadcastEvent = z.infer<typeof CreateBroadcastEvent>;

export const CreateDynamicEvent = z
  .strictObject({
    url: HttpUrl.describe("Where to deliver it; the project's endpoint with exactly this address, or a new one"),
    secret: SecretValue.optional().describe(
      "Signs deliveries of an endpoint that is made for it; generated when left out",
    ),
    ...content,
  })
  .superRefine(refuseBothTimes);
export type CreateDynamicEvent = z.infer<typeof CreateDynamicEvent>;

/** Each item is checked alone, so items are not validated here. */
export const CreateEventBatch = z.strictObject({
  events: z
    .array(z.unknown())
    .min(1, "Send at least one event.")
    .max(1_000, "Send at most 1,000 events.")
    .describe(
      "Each as for one endpoint (with `endpoint_id`), a fanout (with `owner_id`) or a broadcast (with neither)",
    ),
});
export type CreateEventBatch = z.infer<typeof CreateEventBatch>;

/** The result of an event, or of its replay. */
const outcome = {
  deliveries: z
    .int()
    .nullable()
    .describe(
      "How many deliveries are to be sent. Null while it is being routed: read the event a moment later. A delivery to an inactive endpoint or a disabled device is recorded as Discarded and does not count",
    ),
  reason: z
    .object({ code: z.enum(NOT_DELIVERED_CODES), message: z.string().describe("Why, and what to do") })
    .nullable()
    .describe("Set when no delivery is to be sent; the event has it as `status_code` and `status_reason`"),
};

export const CreatedEventBatch = z.object({
  accepted: z.int().describe("How many were committed"),
  refused: z.int(),
  results: z
    .array(
      z.object({
        index: z.int().describe("The event's place in the request"),
        status: z.int().describe("What creating it alone would have answered"),
        uid: Uid.nullable(),
        is_duplicate_event: z.boolean(),
        ...outcome,
        error: z
          .object({
            code: z.string(),
            message: z.string(),
            fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
          })
          .nullable(),
      }),
    )
    .describe("In the order of the request"),
});
export type CreatedEventBatch = z.infer<typeof CreatedEventBatch>;

export const CreatedEvent = z.object({ uid: Uid, is_duplicate_event: z.boolean(), ...outcome });
export type CreatedEvent = z.infer<typeof CreatedEvent>;

/** The answer to the sender of a webhook. */
export const ReceivedEvent = z.object({ uid: Uid, is_duplicate_event: z.boolean() });

export const SendTestEvent = z.object({
  event_type: queryValue(EventType.default("hookyard.test")).describe(
    "The type that the test has: one that the endpoint's subscriptions take",
  ),
});
export type SendTestEvent = z.infer<typeof SendTestEvent>;

export const ReplayEvent = z.object({
  force: queryValue(z.enum(["true", "false"], "Choose true or false.").default("false")).describe(
    "true sends it again to endpoints and devices that have it, or are about to get it",
  ),
});
export type ReplayEvent = z.infer<typeof ReplayEvent>;

export const ReplayedEvent = Event.extend({
  replay: z.object(outcome).describe("What this replay led to; `deliveries` of the event counts all that it has"),
});
export type ReplayedEvent = z.infer<typeof ReplayedEvent>;
