import { z } from "zod";
import { NOTIFICATION_CHANNELS, NOTIFICATION_STATUSES } from "@/lib/kernel/alerting-words";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { dateRange, paging, QueryIds, queryList, refineDateRange } from "@/lib/wire/list-query";

/** A message to people: along an alert route, or to the chat or the address of an endpoint. */
export const Notification = z.object({
  uid: Uid,
  channel: z.enum(NOTIFICATION_CHANNELS),
  status: z.enum(NOTIFICATION_STATUSES).describe("waiting for its first or next try, sent, or failed for good"),
  subject: z.string().describe("The message in one line"),
  body: z.string().describe("The message as text"),
  route_id: Uid.nullable().describe("The alert route; null for a notice of an endpoint"),
  route_name: z.string().nullable().describe("As it was named then"),
  endpoint_id: Uid.nullable().describe("Of a notice of an endpoint"),
  tries: z.int(),
  last_error: z.string().nullable().describe("What went wrong with the last try, in a sentence"),
  next_try_at: Timestamp.describe("Null when it was sent or has failed"),
  created_at: z.string(),
  sent_at: Timestamp,
  failed_at: Timestamp,
});
export type Notification = z.infer<typeof Notification>;

export const ListNotifications = z
  .object({
    ...paging,
    ...dateRange,
    status: queryList(z.enum(NOTIFICATION_STATUSES, `Choose of ${NOTIFICATION_STATUSES.join(", ")}.`)).describe(
      "In any of these states",
    ),
    alertRouteId: QueryIds.describe("Along any of these alert routes"),
  })
  .superRefine(refineDateRange);
export type ListNotifications = z.infer<typeof ListNotifications>;
