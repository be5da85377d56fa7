import { z } from "zod";
import { Endpoint } from "@/lib/endpoints/schemas";
import { EventType, HeaderValue, Timestamp, Uid } from "@/lib/fields";
import { dateRange, paging, payloadView, QueryIds, QueryText, queryList, refineDateRange } from "@/lib/list-query";
import { SentHeaderName } from "@/lib/sent-header";
import { Source } from "@/lib/sources/schemas";
import { DELIVERY_STATUSES, EVENT_STATUSES } from "@/lib/vocabulary";

const Bytes = z.array(z.int().min(0).max(255)).describe("The payload's bytes");

export const Event = z.object({
  uid: Uid,
  project_id: Uid,
  app_id: z.null().describe("Kept for the contract"),
  source_id: Uid.nullable(),
  event_type: z.string(),
  status: z.enum(EVENT_STATUSES),
  status_reason: z.string().describe("Why it was discarded or failed, in words"),
  idempotency_key: z.string().nullable(),
  is_duplicate_event: z.boolean(),
  headers: z.record(z.string(), z.string()).optional(),
  metadata: z.string().nullable(),
  data: Bytes.optional(),
  raw: z.string().optional().describe("The payload as text"),
  url_query_params: z.string(),
  endpoints: z.array(z.string()).describe("Ids of the endpoints it was routed to"),
  endpoint_metadata: z.array(Endpoint),
  source_metadata: Source.nullable(),
  deliveries: z
    .partialRecord(z.enum(DELIVERY_STATUSES), z.int())
    .optional()
    .describe("Its deliveries, counted by status"),
  acknowledged_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type Event = z.infer<typeof Event>;

export const CreateEvent = z.strictObject({
  endpoint_id: z.uuid("Name the endpoint that the event is for."),
  event_type: EventType,
  data: z.unknown().refine((data) => data !== undefined, "Give the payload: any JSON value."),
  custom_headers: z.record(SentHeaderName, HeaderValue).optional().describe("Sent along with each delivery"),
  idempotency_key: z.string().min(1).max(500).optional(),
});
export type CreateEvent = z.infer<typeof CreateEvent>;

export const CreatedEvent = z.object({ uid: Uid, is_duplicate_event: z.boolean() });
export type CreatedEvent = z.infer<typeof CreatedEvent>;

export const ListEvents = z
  .object({
    ...paging,
    ...payloadView,
    ...dateRange,
    sourceId: QueryIds.describe("From any of these sources"),
    endpointId: QueryIds.describe("Routed to any of these endpoints"),
    event_type: QueryText.describe("The event type; a trailing * takes every type that begins so"),
    idempotencyKey: QueryText.describe("The idempotency key, exactly"),
    status: queryList(z.enum(EVENT_STATUSES, `Choose of ${EVENT_STATUSES.join(", ")}.`)).describe(
      "Any of these statuses",
    ),
  })
  .superRefine(refineDateRange);
export type ListEvents = z.infer<typeof ListEvents>;
