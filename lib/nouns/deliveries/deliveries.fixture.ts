import type { ApiProject } from "@/lib/api/api.fixture";
import { idTime, newId } from "@/lib/kernel/ids";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";

type Given = {
  id?: string;
  endpointId: string;
  status: DeliveryStatus;
  sourceId?: string;
  subscriptionId?: string;
  eventType?: string;
  idempotencyKey?: string;
  payload?: string;
  /** What a function changed for this delivery alone. */
  own?: { headers: Record<string, string>; payload: string };
};

/** Writes an event with one delivery in a given state, as the engines leave them. */
export async function toDeliveryFixture(project: ApiProject, given: Given): Promise<{ id: string; eventId: string }> {
  const { db } = project.bench.services;
  const eventId = given.id ?? newId();
  const id = given.id ?? newId();
  const at = idTime(id);
  const shared = {
    project_id: project.id,
    event_type: given.eventType ?? "invoice.paid",
    idempotency_key: given.idempotencyKey ?? null,
    created_at: at,
    updated_at: at,
    acknowledged_at: at,
  };
  await db
    .insertInto("events")
    .values({
      ...shared,
      id: eventId,
      source_id: given.sourceId ?? null,
      status: "Success",
      endpoints: [given.endpointId],
      headers: JSON.stringify({ "content-type": "application/json" }),
      payload: Buffer.from(given.payload ?? '{"amount":42}'),
    })
    .execute();
  const { status, own } = given;
  const isUnfinished = status === "Scheduled" || status === "Processing" || status === "Retry";
  await db
    .insertInto("event_deliveries")
    .values({
      ...shared,
      id,
      event_id: eventId,
      endpoint_id: given.endpointId,
      subscription_id: given.subscriptionId ?? null,
      status: status === "Processing" ? "Scheduled" : status,
      dead: status === "Failure" || status === "Discarded" ? status : null,
      headers: own ? JSON.stringify(own.headers) : null,
      payload: own ? Buffer.from(own.payload) : null,
      strategy: "exponential",
      interval_seconds: 10,
      max_retry_seconds: 7200,
      retry_limit: 10,
      latency_seconds: status === "Success" ? 1.2041 : null,
    })
    .execute();
  if (!isUnfinished) return { id, eventId };
  await db
    .insertInto("delivery_queue")
    .values({
      project_id: project.id,
      delivery_id: id,
      kind: "delivery",
      lane_id: given.endpointId,
      destination_id: given.endpointId,
      event_id: eventId,
      due_at: new Date(Date.now() + 60_000),
      lease: status === "Processing" ? newId() : null,
    })
    .execute();
  return { id, eventId };
}
