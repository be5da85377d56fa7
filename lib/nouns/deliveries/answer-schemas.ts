import { z } from "zod";
import { DELIVERY_STATUSES, RETRY_STRATEGIES } from "@/lib/kernel/vocabulary";
import { Device } from "@/lib/nouns/devices/schemas";
import { Endpoint } from "@/lib/nouns/endpoints/schemas";
import { Event } from "@/lib/nouns/events/schemas";
import { FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";
import { Source } from "@/lib/nouns/sources/schemas";
import { Timestamp, Uid } from "@/lib/wire/fields";

/** Delivery metadata of the contract: the payload, the retry rule and the state of the retries. */
export const DeliveryMetadata = z.object({
  data: z.array(z.int().min(0).max(255)).optional().describe("The bytes to be sent"),
  raw: z.string().optional().describe("The same payload as text"),
  strategy: z.enum(RETRY_STRATEGIES),
  interval_seconds: z.int(),
  max_retry_seconds: z.int(),
  retry_limit: z.int(),
  num_trials: z.int().describe("Attempts made so far, all resends included"),
  next_send_time: Timestamp,
});

export const EventDelivery = z.object({
  uid: Uid,
  project_id: Uid,
  event_id: Uid,
  endpoint_id: Uid.nullable(),
  device_id: Uid.nullable(),
  subscription_id: Uid.nullable(),
  event_type: z.string(),
  idempotency_key: z.string().nullable(),
  description: z.string().describe("The human reason of its state"),
  url_query_params: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  headers: z.record(z.string(), z.string()).optional(),
  latency: z
    .string()
    .describe('Acceptance (or the event\'s deliver_at) to success as text, such as "1.204s"; empty until then'),
  latency_seconds: z.number(),
  metadata: DeliveryMetadata,
  function_versions: z
    .array(FunctionVersionSummary)
    .optional()
    .describe(
      "The versions of the functions that ran over it, the source's before the subscription's; empty where none did, and of a delivery that was made before versions were kept. Only where one delivery is read",
    ),
  cli_metadata: z
    .object({ event_type: z.string(), source_id: z.string() })
    .nullable()
    .describe("Of a delivery to a device; source_id is empty for an event created by API"),
  endpoint_metadata: Endpoint.nullable(),
  device_metadata: Device.nullable(),
  event_metadata: Event.nullable(),
  source_metadata: Source.nullable(),
  acknowledged_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});

/** One attempt of a delivery: what was sent and what came back. */
export const Attempt = z.object({
  uid: Uid,
  delivery_id: Uid,
  number: z.int(),
  method: z.string(),
  url: z.string(),
  request_http_header: z.record(z.string(), z.string()),
  response_status: z.int().nullable(),
  response_http_header: z.record(z.string(), z.string()),
  response_data: z.string().describe("Up to 64 KiB of the answer's body, as text"),
  response_truncated: z.boolean(),
  error_code: z.string().nullable(),
  error: z.string().nullable().describe("Why there was no answer, in words"),
  started_at: Timestamp,
  duration_ms: z.number(),
});
