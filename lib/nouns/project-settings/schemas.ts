import { z } from "zod";
import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { META_EVENT_TYPES } from "@/lib/kernel/meta-event-types";
import { ENVELOPES, REDACTED, RETRY_STRATEGIES } from "@/lib/kernel/vocabulary";
import { HttpUrl } from "@/lib/wire/fields";
import { SentHeaderName, ToldHeaderName } from "@/lib/wire/sent-header";

const Retry = z.strictObject({
  strategy: z.enum(RETRY_STRATEGIES).default("exponential"),
  interval_seconds: z.int().min(1, "At least 1 second.").max(86_400, "At most 86,400 seconds.").default(10),
  retry_limit: z
    .int()
    .min(1, "At least one attempt.")
    .max(100, "At most 100.")
    .default(10)
    .describe("Attempts in all, the first included"),
  max_retry_seconds: z.int().min(1, "At least 1 second.").max(604_800, "At most 7 days.").default(7_200),
});

const Signature = z.strictObject({
  header: SentHeaderName.default("X-Hookyard-Signature"),
  hash: z.enum(HMAC_HASHES).default("SHA256"),
  encoding: z.enum(["hex", "base64"]).default("hex"),
});

const told = (name: string, what: string) =>
  ToldHeaderName.default(name).describe(
    `The header of each delivery with ${what}; "" leaves it out. Not the name of a signature header`,
  );

const Delivery = z.strictObject({
  event_type_header: told("webhook-event-type", "the event type"),
  event_id_header: told("webhook-event-id", "the event's uid"),
  attempt_header: told("webhook-attempt", "the number of the attempt, counted over all resends"),
  envelope: z
    .enum(ENVELOPES)
    .default("none")
    .describe(
      "`none` sends the payload's bytes as the body. `standard_webhooks` sends `{type, timestamp, data}` as application/json: `timestamp` is the event's time, the same on each attempt, and `data` is the payload: its own bytes where it is JSON, else as a JSON string, and bytes that are no UTF-8 in base64 with `encoding: \"base64\"` beside it. Signed is the body that is sent. Meta events keep their own form",
    ),
});

const MetaEventSettings = z.strictObject({
  is_enabled: z.boolean().default(false),
  url: HttpUrl.or(z.literal("")).default(""),
  secret: z.string().max(500).default("").describe(`Signs meta events; returned as ${REDACTED}`),
  event_type: z
    .array(z.enum(META_EVENT_TYPES))
    .default([])
    .describe("Which kinds are recorded and sent; empty means all"),
});

const Breaker = z.strictObject({
  is_enabled: z.boolean().default(true),
  failure_count: z
    .int()
    .min(2, "At least 2.")
    .max(10_000, "At most 10,000.")
    .default(20)
    .describe("Failed attempts one after another that make an endpoint pending"),
  probe_interval: z
    .int()
    .min(1, "At least 1 second.")
    .max(1_800, "At most 1,800 seconds.")
    .default(30)
    .describe("Seconds until the first probe; the pause doubles with each one that fails, up to 1,800"),
});

const RateLimit = z
  .strictObject({
    count: z
      .int()
      .min(0, "0 (no limit) or more.")
      .max(10_000_000, "At most 10,000,000.")
      .default(0)
      .describe("Events accepted per `duration`; 0 means no limit"),
    duration: z
      .int()
      .min(1, "At least 1 second.")
      .max(86_400, "At most 86,400 seconds.")
      .default(60)
      .describe("Seconds"),
  })
  .describe(
    "How many events the project takes, by API and at its ingest addresses together, over all copies of the program. A bucket of `count` that fills evenly over `duration`; an event beyond it gets 429 with `Retry-After` and `RateLimit-*`",
  );

/** Every setting of a project with its default: `ProjectSettings.parse({})` is a new project's. */
export const ProjectSettings = z.strictObject({
  retry: Retry.prefault({}),
  signature: Signature.prefault({}),
  delivery: Delivery.prefault({}),
  max_payload_read_size: z
    .int()
    .min(1_024, "At least 1 KiB.")
    .max(52_428_800, "At most 50 MiB.")
    .default(1_048_576)
    .describe("Bytes that the payload of one event may have, received or created by API"),
  idempotency_window: z
    .int()
    .min(60, "At least 60 seconds.")
    .max(2_592_000, "At most 30 days.")
    .default(86_400)
    .describe("Seconds"),
  rate_limit: RateLimit.prefault({}),
  retention: z
    .int()
    .min(0, "0 (for ever) or more.")
    .max(3_650, "At most 3,650 days.")
    .default(30)
    .describe(
      "Days that events, deliveries, their attempts and meta events are kept; 0 keeps them for ever. Whole days (UTC) go when their end is that long ago; what still waits to be delivered stays. A change takes effect after an hour",
    ),
  meta_event: MetaEventSettings.prefault({}),
  breaker: Breaker.prefault({}),
  disable_on_gone: z.boolean().default(true).describe("410 Gone makes an endpoint inactive"),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** Settings to lay over present ones, group by group; without defaults, so that what was not sent stays as it is. */
export const ProjectSettingsChange = z.strictObject({
  retry: partialWithoutDefaults(Retry),
  signature: partialWithoutDefaults(Signature),
  delivery: partialWithoutDefaults(Delivery),
  max_payload_read_size: ProjectSettings.shape.max_payload_read_size.unwrap().optional(),
  idempotency_window: ProjectSettings.shape.idempotency_window.unwrap().optional(),
  rate_limit: partialWithoutDefaults(RateLimit),
  retention: ProjectSettings.shape.retention.unwrap().optional(),
  meta_event: partialWithoutDefaults(MetaEventSettings),
  breaker: partialWithoutDefaults(Breaker),
  disable_on_gone: z.boolean().optional(),
});
export type ProjectSettingsChange = z.input<typeof ProjectSettingsChange>;

/** The same fields, all optional and without defaults, so that an omitted field stays undefined. */
function partialWithoutDefaults<S extends z.core.$ZodLooseShape>(schema: z.ZodObject<S>) {
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([key, field]) => [
      key,
      (field instanceof z.ZodDefault ? field.unwrap() : (field as z.ZodType)) as z.ZodType,
    ]),
  );
  return z
    .strictObject(Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, z.optional(field)])))
    .optional();
}
