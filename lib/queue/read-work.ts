import type pg from "pg";
import { type Given, statement } from "@/lib/db/statement";
import type { RetryStrategy } from "@/lib/kernel/vocabulary";
import type { Claimed } from "@/lib/queue/claim";
import { type Destination, toDestination } from "@/lib/queue/destination";
import { type DeliveryWork, LARGE_PAYLOAD } from "@/lib/queue/work";

type Wanted = { readonly projectIds: readonly string[]; readonly ids: readonly string[] };

/** A large payload is read when its turn comes. */
const smallPayload = (table: string) =>
  `octet_length(${table}.payload) as payload_bytes,
  case when octet_length(${table}.payload) <= ${LARGE_PAYLOAD} then ${table}.payload end as payload`;

/** The condition that a row is one of the wanted ones. */
function isWanted(given: Given<Wanted>, table: string): string {
  const projectIds = given.list("uuid", (wanted) => wanted.projectIds);
  const ids = given.ids((wanted) => wanted.ids);
  return `${table}.project_id = any(${projectIds}) and ${ids.has(`${table}.id`)}`;
}

const READ_DELIVERIES = statement(
  "read_deliveries",
  (given: Given<Wanted>) => `
select d.id, d.endpoint_id, d.device_id, d.subscription_id, d.event_type, d.strategy, d.interval_seconds, d.max_retry_seconds,
  d.retry_limit, d.created_at, d.url_query_params, d.ordering_key, d.headers, d.deliver_at,
  ${smallPayload("d")}
from event_deliveries d where ${isWanted(given, "d")}`,
);

/**
 * Events are read separately: a join of two lists of ids costs their product, and deliveries of one event share its
 * payload.
 */
const READ_EVENTS = statement(
  "read_events",
  (given: Given<Wanted>) => `
select e.id, e.headers, ${smallPayload("e")} from events e where ${isWanted(given, "e")}`,
);

const READ_META_EVENTS = statement(
  "read_meta_events",
  (given: Given<Wanted>) => `
select m.id, m.event_type, m.strategy, m.interval_seconds, m.max_retry_seconds, m.retry_limit, m.created_at,
  octet_length(m.payload) as payload_bytes, m.payload
from meta_events m where ${isWanted(given, "m")}`,
);

const READ_PAYLOAD = statement(
  "read_payload",
  (given: Given<DeliveryWork>) => `
select coalesce(d.payload, e.payload) as payload
from event_deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id
where d.project_id = ${given.value("uuid", (work) => work.projectId)} and d.id = ${given.value("uuid", (work) => work.deliveryId)}`,
);

type Details = {
  id: string;
  event_type: string;
  strategy: RetryStrategy;
  interval_seconds: number;
  max_retry_seconds: number;
  retry_limit: number;
  created_at: Date;
  /** Null if it is the event's. */
  payload_bytes: number | null;
  payload: Buffer | null;
};

type DeliveryDetails = Details & {
  endpoint_id: string | null;
  device_id: string | null;
  subscription_id: string | null;
  url_query_params: string;
  ordering_key: string | null;
  /** Null if they are the event's. */
  headers: Record<string, string> | null;
  deliver_at: Date | null;
};

type EventDetails = {
  id: string;
  headers: Record<string, string>;
  payload_bytes: number;
  payload: Buffer | null;
};

/**
 * Reads what it takes to attempt claimed work. A delivery whose event is gone (its day was dropped) is missing from the
 * result and stays leased until the caller removes it.
 */
export async function readWork(pool: pg.Pool, claimed: readonly Claimed[]): Promise<DeliveryWork[]> {
  const deliveries = claimed.filter((row) => row.kind === "delivery");
  const metaEvents = claimed.filter((row) => row.kind === "meta_event");
  const [details, events, metaDetails] = await Promise.all([
    read<DeliveryDetails>(pool, READ_DELIVERIES, deliveries, ({ deliveryId }) => deliveryId),
    read<EventDetails>(pool, READ_EVENTS, deliveries, ({ eventId }) => eventId),
    read<Details>(pool, READ_META_EVENTS, metaEvents, ({ deliveryId }) => deliveryId),
  ]);
  return claimed.flatMap((row) => {
    if (row.kind === "meta_event") {
      const found = metaDetails.get(row.deliveryId);
      return found ? [toMetaWork(row, found)] : [];
    }
    const found = details.get(row.deliveryId);
    const event = events.get(row.eventId ?? "");
    return found && event ? [toDeliveryWork(row, found, event)] : [];
  });
}

/** Reads the payload of one delivery that was too large to come with its claim. */
export async function readPayload(pool: pg.Pool, work: DeliveryWork): Promise<Buffer | null> {
  const { rows } = await pool.query<{ payload: Buffer }>(READ_PAYLOAD(work));
  return rows[0]?.payload ?? null;
}

async function read<R extends { id: string }>(
  pool: pg.Pool,
  from: typeof READ_EVENTS,
  claimed: readonly Claimed[],
  idOf: (row: Claimed) => string | null,
): Promise<Map<string, R>> {
  if (claimed.length === 0) return new Map();
  const ids = [...new Set(claimed.flatMap((row) => idOf(row) ?? []))];
  const { rows } = await pool.query<R>(from({ projectIds: claimed.map(({ projectId }) => projectId), ids }));
  return new Map(rows.map((row) => [row.id, row]));
}

function toDeliveryWork(row: Claimed, details: DeliveryDetails, event: EventDetails): DeliveryWork {
  return {
    ...toWork(row, details, toDestination(details)),
    subscriptionId: details.subscription_id,
    headers: details.headers ?? event.headers,
    payload: details.payload_bytes === null ? event.payload : details.payload,
    payloadBytes: details.payload_bytes ?? event.payload_bytes,
    urlQueryParams: details.url_query_params,
    ...(details.ordering_key !== null && { orderingKey: details.ordering_key }),
    ...(details.deliver_at !== null && { deliverAt: details.deliver_at.getTime() }),
  };
}

function toMetaWork(row: Claimed, details: Details): DeliveryWork {
  return toWork(row, details, { kind: "meta", projectId: row.projectId });
}

function toWork(row: Claimed, details: Details, destination: Destination): DeliveryWork {
  return {
    projectId: row.projectId,
    deliveryId: row.deliveryId,
    destination,
    laneId: row.laneId,
    subscriptionId: null,
    eventId: row.eventId,
    eventType: details.event_type,
    numTrials: row.numTrials,
    budgetFrom: row.budgetFrom,
    policy: {
      strategy: details.strategy,
      intervalSeconds: details.interval_seconds,
      retryLimit: details.retry_limit,
      maxRetrySeconds: details.max_retry_seconds,
    },
    headers: {},
    payload: details.payload,
    payloadBytes: details.payload_bytes ?? 0,
    urlQueryParams: "",
    createdAt: details.created_at.getTime(),
  };
}
