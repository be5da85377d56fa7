import { z } from "zod";
import { SOURCE_STATES } from "@/lib/kernel/vocabulary";
import { ANSWER_CLASSES, type AnswerClass } from "@/lib/queue/attempt-classes";
import { dateRange, QueryIds, queryValue, refineDateRange } from "@/lib/wire/list-query";

const Instant = z.string().describe("RFC 3339 UTC with milliseconds");
const Count = z.int();

/** The range of all statistics. Both ends are widened to whole steps of what is counted. */
const range = {
  startDate: dateRange.startDate.describe(
    `${dateRange.startDate.description} Taken from the start of its minute within the last 23 hours, of its UTC hour before that.`,
  ),
  endDate: dateRange.endDate.describe(`${dateRange.endDate.description} Taken to the end of its minute or hour.`),
};
const endpointId = QueryIds.describe("To any of these endpoints");

export const CountDeliveries = z.object({ ...range, endpointId }).superRefine(refineDateRange);
export type CountDeliveries = z.infer<typeof CountDeliveries>;

export const DeliveryCounts = z.object({
  start: Instant.nullable().describe("The start of the first minute or hour counted; null when the range has no start"),
  end: Instant.nullable().describe(
    "The end of the last minute or hour counted, exclusive; null when the range has no end",
  ),
  Scheduled: Count,
  Processing: Count,
  Retry: Count,
  Success: Count,
  Failure: Count,
  Discarded: Count,
});
export type DeliveryCounts = z.infer<typeof DeliveryCounts>;

export const ReadStats = z
  .object({
    ...range,
    endpointId,
    subscriptionId: QueryIds.describe("Of any of these subscriptions"),
    sourceId: QueryIds.describe("Of the present subscriptions of any of these sources"),
    interval: queryValue(z.enum(["minute", "hour", "day"], "Choose minute, hour or day.").default("hour")).describe(
      "How long a point of the series is: a minute of the last 23 hours, an hour, or a UTC day",
    ),
  })
  .superRefine(refineDateRange);
export type ReadStats = z.infer<typeof ReadStats>;

const Milliseconds = z.number().nullable();
const percentiles = {
  p50_ms: Milliseconds.describe(
    "How long the attempts made then took at the middle, in milliseconds, to a class of durations of 26 %; null without attempts",
  ),
  p95_ms: Milliseconds,
  p99_ms: Milliseconds,
};

export const StatsPoint = z.object({
  time: Instant.describe("The start of the minute, hour or day"),
  deliveries: Count.describe("Deliveries made then"),
  succeeded: Count.describe("Of the deliveries made then, those that have succeeded by now"),
  failed: Count.describe("Of the deliveries made then, those that have failed for good by now"),
  discarded: Count.describe("Of the deliveries made then, those that were discarded by now"),
  waiting: Count.describe("Of the deliveries made then, those that are not over yet"),
  attempts: Count.describe("Attempts made then"),
  attempts_failed: Count,
  answers: z
    .object(Object.fromEntries(ANSWER_CLASSES.map((name) => [name, Count])) as Record<AnswerClass, typeof Count>)
    .describe(
      "Attempts made then by what came back: a class of statuses, nothing in time (timeout), or no answer for another reason",
    ),
  ...percentiles,
  events: Count.nullable().describe(
    "Events accepted then, from the sources that were asked for; null if endpoints or subscriptions were",
  ),
});
export type StatsPoint = z.infer<typeof StatsPoint>;

export const Stats = z.object({
  interval: z.enum(["minute", "hour", "day"]),
  start: Instant,
  end: Instant.describe("Exclusive"),
  series: z.array(StatsPoint).describe("The oldest first, without gaps"),
});
export type Stats = z.infer<typeof Stats>;

export const ReadEndpointStats = z.object(range).superRefine(refineDateRange);
export type ReadEndpointStats = z.infer<typeof ReadEndpointStats>;

export const EndpointStats = z.object({
  endpoint_id: z.string(),
  start: Instant,
  end: Instant.describe("Exclusive"),
  deliveries: Count,
  succeeded: Count,
  failed: Count,
  discarded: Count,
  waiting: Count,
  attempts: Count,
  attempts_failed: Count,
  success_rate: z.number().nullable().describe("Percent of the attempts that succeeded; null without attempts"),
  latency: z
    .object({
      sample: Count.describe("Attempts looked at: the last five at most of each of the latest 500 deliveries"),
      p50_ms: z.number().nullable(),
      p95_ms: z.number().nullable(),
      p99_ms: z.number().nullable(),
      max_ms: z.number().nullable(),
    })
    .describe("How long the attempts took, until the answer was read or given up"),
});
export type EndpointStats = z.infer<typeof EndpointStats>;

export const ReadBacklog = z.object({ endpointId });
export type ReadBacklog = z.infer<typeof ReadBacklog>;

export const Backlog = z.object({
  at: Instant,
  waiting: Count.describe("Deliveries that are not over yet, whenever they were made"),
  held: Count.describe("Of them, those to endpoints that are paused or whose circuit breaker is open"),
  delayed: Count.describe("Of the others, those that wait for the time that their event asked for"),
  oldest_waiting_at: Instant.nullable().describe(
    "When the oldest of them was made that is not delayed; null if nothing else waits",
  ),
  arrivals_per_minute: z
    .number()
    .describe("Deliveries made in the last five whole minutes for endpoints that hold nothing"),
  delivered_per_minute: z.number().describe("Attempts at these endpoints that succeeded in them"),
  empty_in_seconds: z
    .int()
    .nullable()
    .describe(
      "When nothing but what is held or delayed waits any more if both rates stay; null if nothing else waits or it does not become less",
    ),
});
export type Backlog = z.infer<typeof Backlog>;

/** As many as a list shows at most. */
export const MOST_LISTED = 100;

const listed = (noun: string) =>
  QueryIds.refine(({ length }) => length <= MOST_LISTED, { error: `Name at most ${MOST_LISTED} ${noun}.` }).describe(
    `Any of these ${noun}, at most ${MOST_LISTED}; without it the newest ${MOST_LISTED}`,
  );

/** The last 24 UTC hours. */
const day = {
  start: Instant.describe("The start of the first of 24 UTC hours"),
  end: Instant.describe("The end of the present one"),
};

/** What is told of the attempts of these hours. */
const attemptsOfDay = {
  attempts: z.array(Count).describe("By the hour, the oldest first"),
  attempts_failed: z.array(Count).describe("Of them, by the hour"),
  success_rate: z.number().nullable().describe("Percent of the attempts that succeeded; null without attempts"),
  p95_ms: Milliseconds.describe("How long 95 % of the attempts took at most, as the statistics over time tell it"),
  waiting: Count.describe("Deliveries that are not over yet, whenever they were made"),
};

const NEWEST_FIRST = "The newest first; what does not exist is left out";

export const ReadEndpointDays = z.object({ endpointId: listed("endpoints") });
export type ReadEndpointDays = z.infer<typeof ReadEndpointDays>;

export const EndpointDays = z.object({
  ...day,
  endpoints: z.array(z.object({ endpoint_id: z.string(), ...attemptsOfDay })).describe(NEWEST_FIRST),
});
export type EndpointDays = z.infer<typeof EndpointDays>;

export const ReadSubscriptionDays = z.object({ subscriptionId: listed("subscriptions") });
export type ReadSubscriptionDays = z.infer<typeof ReadSubscriptionDays>;

export const SubscriptionDays = z.object({
  ...day,
  subscriptions: z
    .array(
      z.object({
        subscription_id: z.string(),
        deliveries: z.array(Count).describe("Made for what it matched, by the hour, the oldest first"),
        ...attemptsOfDay,
      }),
    )
    .describe(NEWEST_FIRST),
});
export type SubscriptionDays = z.infer<typeof SubscriptionDays>;

export const ReadSourceDays = z.object({ sourceId: listed("sources") });
export type ReadSourceDays = z.infer<typeof ReadSourceDays>;

export const SourceDays = z.object({
  ...day,
  sources: z
    .array(
      z.object({
        source_id: z.string(),
        events: z.array(Count).describe("Accepted, by the hour, the oldest first"),
        refused: Count.describe("Requests refused in these hours, as far as its log of refusals goes back"),
        last_event_at: Instant.nullable().describe("When the last event came from it"),
        state: z.enum(SOURCE_STATES).describe("As its health tells it"),
        error: z.string().nullable().describe("Why it is retrying or parked; null otherwise"),
      }),
    )
    .describe(NEWEST_FIRST),
});
export type SourceDays = z.infer<typeof SourceDays>;

const balance = {
  accepted: Count.describe("Deliveries ever made"),
  delivered: Count,
  waiting: Count.describe("Rows of the queue: Scheduled, Processing or Retry"),
  failed: Count,
  discarded: Count,
  balanced: z.boolean().describe("accepted = delivered + waiting + failed + discarded"),
};

export const Ledger = z.object({
  at: Instant.describe("When it was read, all of it in one database snapshot"),
  events: z.object({
    accepted: Count,
    duplicates: Count,
    discarded: Count.describe("Nobody subscribed; duplicates are not counted here"),
    failed: Count.describe("Could not be routed, such as when a function threw"),
    pending: Count.describe("Committed and not routed yet"),
    routed: Count.describe("The rest"),
  }),
  deliveries: z.object(balance),
  endpoints: z
    .array(z.object({ endpoint_id: z.string(), name: z.string(), is_deleted: z.boolean(), ...balance }))
    .describe("Those out of balance first, then those with the most deliveries; at most 1,000"),
});
export type Ledger = z.infer<typeof Ledger>;
export type Balance = Ledger["deliveries"];

export const ReadLedger = z.object({ endpointId: endpointId.describe("Show only these endpoints below `endpoints`") });
export type ReadLedger = z.infer<typeof ReadLedger>;
