import type { Selectable } from "kysely";
import type { DeliveryAttempts } from "@/lib/db/generated";
import type { DeliveryRow } from "@/lib/nouns/deliveries/list-rows";
import type { Attempt, DeliveryMetadata, EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { Device } from "@/lib/nouns/devices/schemas";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Event } from "@/lib/nouns/events/schemas";
import { writtenAsBytes, writtenAsText } from "@/lib/wire/json-pieces";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** What is sent: absent in a summary. */
export type Sent = { headers: Record<string, string>; payload: Buffer };

export type DeliveryParts = {
  endpoint: Endpoint | null;
  device: Device | null;
  event: Event | null;
  sent: Sent | null;
};

export function toEventDelivery(row: DeliveryRow, { endpoint, device, event, sent }: DeliveryParts): EventDelivery {
  return {
    uid: row.id,
    project_id: row.project_id,
    event_id: row.event_id,
    endpoint_id: row.endpoint_id,
    device_id: row.device_id,
    subscription_id: row.subscription_id,
    event_type: row.event_type,
    idempotency_key: row.idempotency_key,
    description: describeState(row, device),
    url_query_params: row.url_query_params,
    status: row.status,
    ...(sent && { headers: sent.headers }),
    ...toLatency(row.latency_seconds),
    metadata: toDeliveryMetadata(row, sent?.payload ?? null),
    cli_metadata: row.device_id ? { event_type: row.event_type, source_id: event?.source_id ?? "" } : null,
    endpoint_metadata: endpoint,
    device_metadata: device,
    event_metadata: sent ? event : withoutEndpoints(event),
    source_metadata: event?.source_metadata ?? null,
    acknowledged_at: toTimestamp(row.acknowledged_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: null,
  };
}

/** A page of deliveries may be a page of one broadcast, and would name its endpoints a hundred times. */
function withoutEndpoints(event: Event | null): Event | null {
  return event && { ...event, endpoints: [] };
}

function toLatency(seconds: number | null): Pick<EventDelivery, "latency" | "latency_seconds"> {
  if (seconds === null) return { latency: "", latency_seconds: 0 };
  return { latency: `${seconds.toFixed(3)}s`, latency_seconds: seconds };
}

/** Whether a device is online to take its waiting deliveries is known only when they are read. */
function describeState({ status, description, next_send_time }: DeliveryRow, device: Device | null): string {
  if (device?.status !== "offline" || device.deleted_at !== null) return description;
  const waits = `Waiting for device ${device.host_name} to come online. No attempt is used up.`;
  if (status === "Scheduled" && next_send_time && next_send_time.getTime() > Date.now()) return description;
  if (status === "Scheduled") return waits;
  return status === "Retry" ? `${description} ${waits}` : description;
}

type RetryRow = Pick<
  DeliveryRow,
  "strategy" | "interval_seconds" | "max_retry_seconds" | "retry_limit" | "num_trials" | "next_send_time"
>;

/** Metadata of a delivery or a meta event; without a payload in a summary. */
export function toDeliveryMetadata(row: RetryRow, payload: Buffer | null): DeliveryMetadata {
  return {
    ...(payload && { data: writtenAsBytes(payload), raw: writtenAsText(payload) }),
    strategy: row.strategy,
    interval_seconds: row.interval_seconds,
    max_retry_seconds: row.max_retry_seconds,
    retry_limit: row.retry_limit,
    num_trials: row.num_trials,
    next_send_time: toTimestamp(row.next_send_time),
  };
}

export function toAttempt(row: Selectable<DeliveryAttempts>): Attempt {
  return {
    uid: row.id,
    delivery_id: row.delivery_id,
    number: row.number,
    method: row.method ?? "POST",
    url: row.url,
    request_http_header: row.request_headers as Record<string, string>,
    response_status: row.response_status,
    response_http_header: (row.response_headers ?? {}) as Record<string, string>,
    response_data: row.response_data?.toString("utf8") ?? "",
    response_truncated: row.response_truncated,
    error_code: row.error_code,
    error: row.error_message,
    started_at: row.started_at.toISOString(),
    duration_ms: row.duration_ms,
  };
}
