import { z } from "zod";
import { parseDuration } from "@/lib/kernel/duration";
import { referenceAnswer, referenceFields } from "@/lib/kernel/references";
import { SUBSCRIPTION_TYPES } from "@/lib/kernel/vocabulary";
import { Device } from "@/lib/nouns/devices/schemas";
import { Endpoint } from "@/lib/nouns/endpoints/schemas";
import { Source } from "@/lib/nouns/sources/schemas";
import { FUNCTION_NUMBERS, FunctionSource, Name, RetryConfig, Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryIds, QueryText } from "@/lib/wire/list-query";
import { referenceFilters } from "@/lib/wire/reference-query";

const FilterSection = z.record(z.string(), z.unknown());

/** Which events a subscription takes: event type patterns and a filter of `lib/filter`'s language; both must match. */
export const FilterConfig = z.strictObject({
  event_types: z
    .array(z.string().min(1).max(200))
    .min(1, "Name at least one event type, or * for all.")
    .max(200)
    .default(["*"]),
  filter: z
    .strictObject({
      body: FilterSection.nullish(),
      headers: FilterSection.nullish(),
      query: FilterSection.nullish(),
      path: FilterSection.nullish(),
      is_flattened: z.boolean().default(false),
    })
    .prefault({}),
});
export type FilterConfig = z.infer<typeof FilterConfig>;

export const AlertConfig = z
  .strictObject({
    count: z.int().min(1, "At least 1.").max(10_000, "At most 10,000.").describe("Failed attempts that raise an alert"),
    threshold: z
      .string()
      .refine((text) => {
        const seconds = parseDuration(text);
        return seconds !== null && seconds >= 1 && seconds <= 604_800;
      }, "Give a duration from 1s to 7d, such as 30s, 5m or 1h.")
      .describe("The window in which they are counted: 30s, 5m, 1h"),
  })
  .describe("When an alert is raised");
export type AlertConfig = z.infer<typeof AlertConfig>;

export const RateLimitConfig = z
  .strictObject({
    count: z.int().min(1, "At least 1.").max(1_000_000, "At most 1,000,000.").describe("Deliveries per duration"),
    duration: z.int().min(1, "At least 1 second.").max(86_400, "At most 86,400 seconds.").describe("Seconds"),
  })
  .describe("How many of its deliveries are sent in a time, over all workers; the others wait and use up no attempt");
export type RateLimitConfig = z.infer<typeof RateLimitConfig>;

export const Subscription = z.object({
  uid: Uid,
  project_id: Uid,
  name: z.string(),
  type: z.enum(SUBSCRIPTION_TYPES),
  function: z.string().nullable(),
  alert_config: z.object({ count: z.int(), threshold: z.string() }).nullable(),
  rate_limit_config: z.object({ count: z.int(), duration: z.int() }).nullable(),
  retry_config: RetryConfig.nullable(),
  filter_config: z.object({
    event_types: z.array(z.string()),
    filter: z.object({
      body: FilterSection,
      headers: FilterSection,
      query: FilterSection,
      path: FilterSection,
      is_flattened: z.boolean(),
    }),
  }),
  endpoint_metadata: Endpoint.nullable(),
  source_metadata: Source.nullable(),
  device_metadata: Device.nullable(),
  ...referenceAnswer,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type Subscription = z.infer<typeof Subscription>;

const fields = {
  name: Name,
  endpoint_id: z.uuid("Choose the endpoint that takes the events."),
  source_id: z
    .uuid("Choose the source that the events come from.")
    .nullable()
    .describe(
      "Where the events come from. An outgoing project's subscription without one takes those of all sources and of the API.",
    ),
  filter_config: FilterConfig,
  retry_config: RetryConfig.nullable(),
  rate_limit_config: RateLimitConfig.nullable(),
  alert_config: AlertConfig.nullable(),
  function: FunctionSource.nullable().describe(
    `JavaScript with \`function transform(payload)\` that returns what this subscription sends, or null to skip the event. A field \`$headers\` of the result is not sent: its fields are added as headers. ${FUNCTION_NUMBERS}.`,
  ),
  ...referenceFields,
};

/** A rule over several fields is reported together with the errors of each of them. */
const always = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

export const CreateSubscription = z
  .strictObject({
    ...z.object(fields).partial().required({ name: true }).shape,
    type: z.enum(SUBSCRIPTION_TYPES).optional().describe("api (the default) leads to an endpoint, cli to a device"),
    device_id: z.uuid("Choose the device that takes the events.").optional().describe("Of type cli"),
  })
  .refine(({ type, endpoint_id }) => type === "cli" || endpoint_id !== undefined, {
    path: ["endpoint_id"],
    message: "Choose the endpoint that takes the events.",
    ...always,
  })
  .refine(({ type, endpoint_id }) => type !== "cli" || endpoint_id === undefined, {
    path: ["endpoint_id"],
    message: "A cli subscription leads to a device: leave this out.",
    ...always,
  })
  .refine(({ type, device_id }) => (type === "cli") === (device_id !== undefined), {
    path: ["device_id"],
    message: "A cli subscription needs its device, and no other has one.",
    ...always,
  });
export type CreateSubscription = z.input<typeof CreateSubscription>;

export const UpdateSubscription = z.strictObject(z.object(fields).partial().shape);
export type UpdateSubscription = z.input<typeof UpdateSubscription>;

export const ListSubscriptions = z.object({
  ...paging,
  endpointId: QueryIds.describe("To any of these endpoints"),
  deviceId: QueryIds.describe("To any of these devices"),
  sourceId: QueryIds.describe("From any of these sources"),
  name: QueryText.describe("Part of the name, in any case"),
  ...referenceFilters,
});
export type ListSubscriptions = z.infer<typeof ListSubscriptions>;
