import { z } from "zod";
import { META_EVENT_TYPES } from "@/lib/kernel/meta-event-types";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import { DeliveryMetadata } from "@/lib/nouns/deliveries/answer-schemas";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { dateRange, paging, payloadView, QueryText, queryList, refineDateRange } from "@/lib/wire/list-query";

export const MetaEvent = z.object({
  uid: Uid,
  project_id: Uid,
  event_type: z.enum(META_EVENT_TYPES),
  status: z.enum(DELIVERY_STATUSES),
  description: z.string().describe("The human reason of its state"),
  metadata: DeliveryMetadata,
  attempt: z
    .object({
      request_http_header: z.record(z.string(), z.string()),
      response_data: z.string(),
      response_http_header: z.record(z.string(), z.string()),
      response_status: z.int().nullable(),
      error: z.string().nullable(),
    })
    .nullable()
    .describe("The last attempt; null before the first"),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type MetaEvent = z.infer<typeof MetaEvent>;

export const ListMetaEvents = z
  .object({
    ...paging,
    ...payloadView,
    ...dateRange,
    event_type: QueryText.describe("The kind; a trailing * takes every kind that begins so"),
    status: queryList(z.enum(DELIVERY_STATUSES, `Choose of ${DELIVERY_STATUSES.join(", ")}.`)).describe(
      "Any of these statuses",
    ),
  })
  .superRefine(refineDateRange);
export type ListMetaEvents = z.infer<typeof ListMetaEvents>;
