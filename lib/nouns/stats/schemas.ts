import { z } from "zod";
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
    interval: queryValue(z.enum(["minute", "hour", "day"], "Choose minute, hour or day.").default("hour")).describe(
      "How long a point of the series is: a minute of the last 23 hours, an hour, or a UTC day",
    ),
  })
  .superRefine(refineDateRange);
export type ReadStats = z.infer<typeof ReadStats>;

export const StatsPoint = z.object({
  time: Instant.describe("The start of the minute, hour or day"),
  deliveries: Count.describe("Deliveries made then"),
  succeeded: Count.describe("Of the deliveries made then, those that have succeeded by now"),
  failed: Count.describe("Of the deliveries made then, those that have failed for good by now"),
  discarded: Count.describe("Of the deliveries made then, those that were discarded by now"),
  waiting: Count.describe("Of the deliveries made then, those that are not over yet"),
  attempts: Count.describe("Attempts made then"),
  attempts_failed: Count,
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

export const MOST_ENDPOINTS = 100;

export const ReadEndpointDays = z.object({
  endpointId: QueryIds.refine(({ length }) => length <= MOST_ENDPOINTS, {
    error: `Name at most ${MOST_ENDPOINTS} endpoints.`,
  }).describe(`Any of these endpoints, at most ${MOST_ENDPOINTS}; without it the newest ${MOST_ENDPOINTS}`),
});
export type ReadEndpointDays = z.infer<typeof ReadEndpointDays>;

export const EndpointDays = z.object({
  start: Instant.describe("The start of the first of 24 UTC hours"),
  end: Instant.describe("The end of the present one"),
  endpoints: z
    .array(
      z.object({
        endpoint_id: z.string(),
        attempts: z.array(Count).describe("By the hour, the oldest first"),
        attempts_failed: z.array(Count).describe("Of them, by the hour"),
        success_rate: z.number().nullable().describe("Percent of the attempts that succeeded; null without attempts"),
        p95_ms: z
          .number()
          .nullable()
          .describe("Of the last attempts of the latest 100 deliveries of these hours; null without attempts"),
        waiting: Count.describe("Deliveries that are not over yet, whenever they were made"),
      }),
    )
    .describe("The newest first; what does not exist is left out"),
});
export type EndpointDays = z.infer<typeof EndpointDays>;

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
