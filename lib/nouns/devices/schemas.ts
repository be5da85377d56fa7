import { z } from "zod";
import { DEVICE_STATUSES, FAILURE_CODES } from "@/lib/kernel/vocabulary";
import { HttpUrl, Name, Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryText, queryList } from "@/lib/wire/list-query";

export const Device = z.object({
  uid: Uid,
  project_id: Uid,
  endpoint_id: Uid.nullable().describe(
    "The endpoint that it stands in for: its secrets sign, and in an outgoing project its events come. null: the device's own secret signs, and all events come",
  ),
  host_name: z.string(),
  status: z
    .enum(DEVICE_STATUSES)
    .describe("online while it pulls (seen within 40 seconds), offline otherwise, disabled by an admin"),
  last_seen_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type Device = z.infer<typeof Device>;

export const ListedDevice = z.object({
  ...Device.shape,
  waiting_deliveries: z
    .int()
    .describe("Deliveries that wait for it, without those that it is making now, counted up to 1,000"),
});
export type ListedDevice = z.infer<typeof ListedDevice>;

export const RegisteredDevice = z.object({
  ...Device.shape,
  secret: z.string().describe("The device's own signing secret; empty where it stands in for an endpoint"),
});
export type RegisteredDevice = z.infer<typeof RegisteredDevice>;

const EndpointId = z.uuid("Give an endpoint's identifier, or null.").nullable();

export const RegisterDevice = z.strictObject({
  host_name: Name.describe("Its name within the project, in any case"),
  endpoint_id: EndpointId.optional(),
});
export type RegisterDevice = z.infer<typeof RegisterDevice>;

export const UpdateDevice = z.strictObject({
  host_name: Name.optional(),
  endpoint_id: EndpointId.optional(),
  is_disabled: z.boolean().optional().describe("true: what waits and what comes is recorded as Discarded"),
});
export type UpdateDevice = z.infer<typeof UpdateDevice>;

export const ListenDevice = z.strictObject({
  source_id: z.uuid("Give a source's identifier.").optional().describe("All sources when left out"),
  event_types: z
    .array(z.string().min(1).max(200))
    .min(1, "Name at least one event type.")
    .max(200)
    .optional()
    .describe("All when left out"),
});
export type ListenDevice = z.infer<typeof ListenDevice>;

export const ListDevices = z.object({
  ...paging,
  name: QueryText.describe("Part of the host name, in any case"),
  status: queryList(z.enum(DEVICE_STATUSES, `Choose of ${DEVICE_STATUSES.join(", ")}.`)).describe(
    "Any of these statuses",
  ),
});
export type ListDevices = z.infer<typeof ListDevices>;

export const PullDeliveries = z.strictObject({
  wait_seconds: z
    .number()
    .min(0, "0 or more.")
    .max(25, "At most 25 seconds.")
    .default(25)
    .describe("How long to wait for a first delivery"),
  limit: z.int().min(1, "At least 1.").max(20, "At most 20.").default(10).describe("Deliveries per answer"),
});
export type PullDeliveries = z.infer<typeof PullDeliveries>;

/** A request that the device must make, leased to it for 60 seconds. */
export const PulledDelivery = z.object({
  uid: Uid.describe("The delivery, or the test"),
  is_test: z
    .boolean()
    .describe("Whether it is a test, which counts nowhere; its result is reported to `/tests/{testID}/result`"),
  lease_id: Uid.describe("To be given with the result"),
  event_id: Uid,
  event_type: z.string(),
  number: z.int().describe("Which attempt this is"),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().describe("The bytes to be sent, in base64"),
  url_query_params: z.string().describe("To be added to the address; may be empty"),
  timeout_seconds: z.number().describe("When to give up"),
});
export type PulledDelivery = z.infer<typeof PulledDelivery>;

export const ReportResult = z.strictObject({
  lease_id: z.uuid("Give the lease_id that came with the delivery."),
  url: HttpUrl.describe("Where the request went"),
  status: z.int().min(100).max(599).nullable().describe("The answer's status; null when there was none"),
  headers: z.record(z.string().max(500), z.string().max(65_536)).default({}),
  body: z
    .base64("Give the answer's body in base64.")
    .max(131_072, "Report at most 64 KiB of the answer's body.")
    .default(""),
  body_truncated: z.boolean().default(false),
  error: z.string().max(2_000).nullable().default(null).describe("Why there was no whole answer"),
  error_code: z.enum(FAILURE_CODES).nullable().default(null),
  duration_ms: z.number().min(0).max(3_600_000),
});
export type ReportResult = z.infer<typeof ReportResult>;
