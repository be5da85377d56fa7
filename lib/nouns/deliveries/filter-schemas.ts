import { z } from "zod";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import { DateText, dateRange, QueryId, QueryIds, QueryText, queryList, refineDateRange } from "@/lib/wire/list-query";

/** The filters of the list of deliveries, as parameters of a query. */
export const deliveryFilters = {
  ...dateRange,
  endpointId: QueryIds.describe("To any of these endpoints"),
  deviceId: QueryIds.describe("To any of these devices"),
  eventId: QueryId.describe("Of this event"),
  event_type: QueryText.describe("The event type; a trailing * takes every type that begins so"),
  idempotencyKey: QueryText.describe("The idempotency key, exactly"),
  status: queryList(z.enum(DELIVERY_STATUSES, `Choose of ${DELIVERY_STATUSES.join(", ")}.`)).describe(
    "Any of these statuses",
  ),
  subscriptionId: QueryId.describe("Of this subscription"),
  incidentId: QueryId.describe("With an attempt that failed for the cause of this incident"),
};

/** The deliveries that a list would find on all of its pages. */
export const DeliveryFilter = z.object(deliveryFilters).superRefine(refineDateRange);
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

const Ids = z.array(z.uuid("Give an identifier (a UUID).")).max(200, "Name at most 200.");
const Text = z.string().min(1, "Leave it out, or say what to look for.").max(500, "Use at most 500 characters.");

/** The same filters in a body, by the same names, without the status. */
export const bodyFilters = {
  endpointId: Ids.default([]).describe("To any of these endpoints; all of them when empty"),
  deviceId: Ids.optional().describe("To any of these devices"),
  eventId: z.uuid("Give an identifier (a UUID).").optional(),
  event_type: Text.optional().describe("A trailing * takes every type that begins so"),
  idempotencyKey: Text.optional(),
  subscriptionId: z.uuid("Give an identifier (a UUID).").optional(),
  incidentId: z
    .uuid("Give an identifier (a UUID).")
    .optional()
    .describe("With an attempt that failed for the cause of this incident"),
  startDate: DateText.optional().describe("Made not before this"),
};

/** A list of statuses in a body. */
export const statusesOf = <const Statuses extends readonly string[]>(statuses: Statuses) =>
  z
    .array(z.enum(statuses, `Choose of ${statuses.join(", ")}.`))
    .min(1, "Name at least one status.")
    .max(statuses.length);

export const MatchCount = z.object({
  count: z.int().describe("At most 10,000"),
  is_more: z.boolean().describe("There are more than are counted"),
});
export type MatchCount = z.infer<typeof MatchCount>;

export const CancelDeliveries = z.strictObject({
  filter: z
    .strictObject({
      ...bodyFilters,
      status: statusesOf(["Scheduled", "Retry"])
        .default(["Scheduled", "Retry"])
        .describe("Any of these statuses: what does not wait cannot be cancelled"),
      endDate: DateText.optional().describe("Made not after this"),
    })
    .superRefine(refineDateRange)
    .describe("Selects them as their list does; an empty one takes all that wait"),
  after: z
    .uuid("Give the `next` of the answer before.")
    .optional()
    .describe("`next` of the answer before, to go on behind it"),
});
export type CancelDeliveries = z.output<typeof CancelDeliveries>;

export const CancelledDeliveries = z.object({
  cancelled: z.int(),
  skipped: z.int().describe("Were being attempted, or ended, at that moment"),
  next: z.string().nullable().describe("Give it as `after` to go on; null at the end"),
});
export type CancelledDeliveries = z.infer<typeof CancelledDeliveries>;
