import { z } from "zod";
import { DELIVERY_STATUSES, FAILURE_CODES } from "@/lib/kernel/vocabulary";
import {
  FAILED_STATUS,
  FILTER_RULES,
  findReversed,
  MAX_ATTEMPTS,
  MAX_SECONDS,
  readDecimal,
} from "@/lib/nouns/deliveries/filter-rules";
import { Tag } from "@/lib/nouns/events/reference-fields";
import { searchFilters } from "@/lib/nouns/events/search-query";
import { TagFilter } from "@/lib/nouns/events/tag-filter";
import type { DateRange } from "@/lib/wire/date-range";
import {
  DateText,
  dateRange,
  QueryId,
  QueryIds,
  QueryText,
  queryList,
  queryValue,
  refineDateRange,
} from "@/lib/wire/list-query";

/** How an attempt failed: the status of its answer, a class of them such as 5xx, or what kept it from an answer. */
export const FailedWith = z.union(
  [z.enum(FAILURE_CODES), z.string().regex(FAILED_STATUS, FILTER_RULES.code)],
  FILTER_RULES.code,
);

const Attempts = z.int(FILTER_RULES.attempts).min(0, "Give 0 or more.").max(MAX_ATTEMPTS, FILTER_RULES.mostAttempts);
const Seconds = z.number(FILTER_RULES.seconds).min(0, "Give 0 or more.").max(MAX_SECONDS, FILTER_RULES.mostSeconds);

const words = {
  sourceId: "Of an event that came from any of these sources",
  externalId: "Of events with this external_id of their sender, exactly",
  ownerId: "To an endpoint that has this owner_id, exactly",
  code: "Whose last attempt failed with any of these: a status (503), a class of them (5xx), or an error_code (timeout)",
  minAttempts: "With at least so many attempts, those of resends included",
  maxAttempts: "With at most so many attempts",
  minLatency: "Succeeded at least so many seconds after the event was accepted",
  maxLatency: "Succeeded at most so many seconds after the event was accepted",
  held: "true for those that wait (Scheduled or Retry) only because their endpoint is paused or its circuit breaker is open",
};

/** The filters of the list of deliveries, as parameters of a query. */
export const deliveryFilters = {
  ...dateRange,
  endpointId: QueryIds.describe("To any of these endpoints"),
  deviceId: QueryIds.describe("To any of these devices"),
  eventId: QueryId.describe("Of this event"),
  event_type: QueryText.describe("The event type; a trailing * takes every type that begins so"),
  idempotencyKey: QueryText.describe("The idempotency key, exactly"),
  externalId: QueryText.describe(words.externalId),
  tag: TagFilter,
  status: queryList(z.enum(DELIVERY_STATUSES, `Choose of ${DELIVERY_STATUSES.join(", ")}.`)).describe(
    "Any of these statuses",
  ),
  subscriptionId: QueryId.describe("Of this subscription"),
  incidentId: QueryId.describe("With an attempt that failed for the cause of this incident"),
  sourceId: QueryIds.describe(words.sourceId),
  ownerId: QueryText.describe(words.ownerId),
  code: queryList(FailedWith).describe(words.code),
  minAttempts: queryNumber(Attempts).describe(words.minAttempts),
  maxAttempts: queryNumber(Attempts).describe(words.maxAttempts),
  minLatency: queryNumber(Seconds).describe(words.minLatency),
  maxLatency: queryNumber(Seconds).describe(words.maxLatency),
  held: queryValue(
    z.preprocess((given) => (given === "true" ? true : given), z.literal(true, FILTER_RULES.held).optional()),
  ).describe(words.held),
};

/** A number in a query: its text must be one, since JavaScript reads "" and "0x1f" as numbers too. */
function queryNumber(schema: z.ZodNumber) {
  return queryValue(
    z.preprocess((given) => (typeof given === "string" ? (readDecimal(given) ?? given) : given), schema.optional()),
  );
}

type Ranges = Parameters<typeof findReversed>[0] & DateRange;

/** Refuses a range that starts after its end: of dates, attempts or latency. */
export function refineRanges(query: Ranges, ctx: z.core.$RefinementCtx): void {
  refineDateRange(query, ctx);
  for (const { name, message } of findReversed(query)) ctx.addIssue({ code: "custom", path: [name], message });
}

/** The deliveries that a list would find on all of its pages. */
export const DeliveryFilter = z.object(deliveryFilters).superRefine(refineRanges);
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

const NO_SEARCH = "Payloads and headers are searched page by page, in the list alone. Leave this out.";

/** What is counted: the filters of the list. It names what the list takes besides, to refuse it. */
export const CountDeliveries = z.object({ ...deliveryFilters, ...searchFilters }).superRefine((query, ctx) => {
  refineRanges(query, ctx);
  for (const name of ["q", "body", "header"] as const) {
    if (query[name] === undefined || query[name].length === 0) continue;
    ctx.addIssue({ code: "custom", path: [name], message: NO_SEARCH });
  }
});
export type CountDeliveries = z.infer<typeof CountDeliveries>;

const Ids = z.array(z.uuid("Give an identifier (a UUID).")).max(200, "Name at most 200.");
const Text = z.string().min(1, "Leave it out, or say what to look for.").max(500, "Use at most 500 characters.");

/** The same filters in a body, by the same names, without the status. */
export const bodyFilters = {
  endpointId: Ids.default([]).describe("To any of these endpoints; all of them when empty"),
  deviceId: Ids.optional().describe("To any of these devices"),
  eventId: z.uuid("Give an identifier (a UUID).").optional(),
  event_type: Text.optional().describe("A trailing * takes every type that begins so"),
  idempotencyKey: Text.optional(),
  externalId: Text.optional().describe(words.externalId),
  tag: z.array(Tag).max(200, "Name at most 200.").optional().describe("With all of these tags of their event"),
  subscriptionId: z.uuid("Give an identifier (a UUID).").optional(),
  incidentId: z
    .uuid("Give an identifier (a UUID).")
    .optional()
    .describe("With an attempt that failed for the cause of this incident"),
  sourceId: Ids.optional().describe(words.sourceId),
  ownerId: Text.optional().describe(words.ownerId),
  code: z.array(FailedWith).max(200, "Name at most 200.").optional().describe(words.code),
  minAttempts: Attempts.optional().describe(words.minAttempts),
  maxAttempts: Attempts.optional().describe(words.maxAttempts),
  minLatency: Seconds.optional().describe(words.minLatency),
  maxLatency: Seconds.optional().describe(words.maxLatency),
  held: z.literal(true, FILTER_RULES.held).optional().describe(words.held),
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
    .superRefine(refineRanges)
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
