/** The columns of the list of deliveries, the usual ones first. */
export const DELIVERY_COLUMN_IDS = [
  "status",
  "event_type",
  "endpoint",
  "state",
  "attempts",
  "next",
  "created_at",
  "latency",
  "source",
  "subscription",
  "event_id",
  "idempotency_key",
] as const;
export type DeliveryColumnId = (typeof DELIVERY_COLUMN_IDS)[number];

/** The columns of the list of events, the usual ones first. */
export const EVENT_COLUMN_IDS = [
  "status",
  "event_type",
  "source",
  "reason",
  "deliveries",
  "created_at",
  "endpoints",
  "uid",
  "idempotency_key",
] as const;
export type EventColumnId = (typeof EVENT_COLUMN_IDS)[number];
