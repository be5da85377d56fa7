import type { ApiProject } from "@/lib/api/api.fixture";
import { idTime, newId } from "@/lib/kernel/ids";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import { latencyClassOf, toTrait } from "@/lib/queue/trait";

type Given = {
  id?: string;
  endpointId: string;
  status: DeliveryStatus;
  sourceId?: string;
  subscriptionId?: string;
  eventType?: string;
  idempotencyKey?: string;
  externalId?: string | null;
  tags?: readonly string[];
  payload?: string;
  /** What the event came with besides its content type. */
  eventHeaders?: Record<string, string>;
  /** How it went until now; as usual for its status if left out. */
  outcome?: Outcome;
  /** What a function changed for this delivery alone. */
  own?: { headers: Record<string, string>; payload: string };
};

type Outcome = { code?: string | null; attempts?: number; latency?: number | null };

const DEFAULTS = {
  sourceId: null,
  subscriptionId: null,
  eventType: "invoice.paid",
  idempotencyKey: null,
  externalId: null,
  tags: [],
  payload: '{"amount":42}',
  eventHeaders: {},
};

const UNFINISHED: readonly DeliveryStatus[] = ["Scheduled", "Processing", "Retry"];

/** Writes an event with one delivery in a given state, as the engines leave them. */
export async function toDeliveryFixture(project: ApiProject, given: Given): Promise<{ id: string; eventId: string }> {
  const { db } = project.bench.services;
  const { endpointId, status, own, outcome, ...event } = { ...DEFAULTS, ...given };
  const eventId = given.id ?? newId();
  const id = given.id ?? newId();
  const at = idTime(id);
  const shared = {
    project_id: project.id,
    event_type: event.eventType,
    idempotency_key: event.idempotencyKey,
    external_id: event.externalId,
    tags: event.tags.length > 0 ? [...event.tags] : null,
    created_at: at,
    updated_at: at,
    acknowledged_at: at,
  };
  await db
    .insertInto("events")
    .values({
      ...shared,
      id: eventId,
      source_id: event.sourceId,
      status: "Success",
      endpoints: [endpointId],
      headers: JSON.stringify({ "content-type": "application/json", ...event.eventHeaders }),
      payload: Buffer.from(event.payload),
    })
    .execute();
  await db
    .insertInto("event_deliveries")
    .values({
      ...shared,
      ...toStored(status),
      ...toTraits(status, outcome ?? {}),
      id,
      event_id: eventId,
      endpoint_id: endpointId,
      subscription_id: event.subscriptionId,
      headers: own ? JSON.stringify(own.headers) : null,
      payload: own ? Buffer.from(own.payload) : null,
      strategy: "exponential",
      interval_seconds: 10,
      max_retry_seconds: 7200,
      retry_limit: 10,
    })
    .execute();
  if (!UNFINISHED.includes(status)) return { id, eventId };
  await db
    .insertInto("delivery_queue")
    .values({
      project_id: project.id,
      delivery_id: id,
      kind: "delivery",
      lane_id: endpointId,
      destination_id: endpointId,
      event_id: eventId,
      // No lease ends, and nothing becomes due, while a busy machine takes its time.
      due_at: new Date(Date.now() + 3_600_000),
      lease: status === "Processing" ? newId() : null,
    })
    .execute();
  return { id, eventId };
}

/** What of a delivery's row follows from its status; one that is being sent is told by its lease. */
function toStored(status: DeliveryStatus) {
  return {
    status: status === "Processing" ? ("Scheduled" as const) : status,
    dead: status === "Failure" || status === "Discarded" ? status : null,
    latency_seconds: status === "Success" ? 1.2041 : null,
  };
}

/** The columns of an outcome, as settling writes them. */
function toTraits(status: DeliveryStatus, { code, attempts, latency }: Outcome) {
  const stored = status === "Processing" ? "Scheduled" : status;
  return {
    ...(attempts !== undefined && {
      num_trials: attempts,
      trait: attempts === 0 ? null : toTrait({ status: stored, failedWith: code ?? null, attempts }),
    }),
    ...(latency !== undefined && {
      latency_seconds: latency,
      latency_class: latency === null ? null : latencyClassOf(latency),
    }),
  };
}
