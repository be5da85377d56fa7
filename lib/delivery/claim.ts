import type pg from "pg";
import { idsAndRange, plainArray } from "@/lib/db/array-literal";
import type { Room } from "@/lib/delivery/lanes";
import { type DeliveryWork, LEASE_SECONDS } from "@/lib/delivery/work";
import type { RetryStrategy } from "@/lib/vocabulary";

/** Payloads up to this are read with the claim; larger ones when their turn comes, so that memory stays bounded. */
const MAX_CLAIMED_PAYLOAD = 32_768;

/**
 * Leases due work fairly: from each lane with due work at most what that lane has room for here, oldest first. The
 * lanes are found by skipping from one to the next in the index, so that a lane with a million rows costs as much as a
 * lane with one. First tries and retries are claimed side by side. Lanes come in any order, so that none is always the
 * last. Lanes of endpoints that are not active are passed over: their work waits without being touched. So are lanes of
 * devices, whose work is pulled; what is left of a disabled or deleted one's is taken to be discarded.
 */
const CLAIM = `
with recursive lane as (
  (select lane_id from delivery_queue order by lane_id limit 1)
  union all
  select (select q.lane_id from delivery_queue q where q.lane_id > lane.lane_id order by q.lane_id limit 1)
  from lane where lane.lane_id is not null
), open_lane as (
  select lane.lane_id, coalesce(busy.room, $5::int) as room, coalesce(busy.retry_room, $6::int) as retry_room
  from lane
  left join unnest($2::uuid[], $3::int[], $4::int[]) as busy(lane_id, room, retry_room) on busy.lane_id = lane.lane_id
  left join subscriptions s on s.id = lane.lane_id
  left join endpoints e on e.id = coalesce(s.endpoint_id, lane.lane_id)
  left join devices v on v.id = coalesce(s.device_id, lane.lane_id)
  where lane.lane_id is not null and coalesce(busy.room, $5::int) > 0
    and (v.id is null or v.is_disabled or v.deleted_at is not null)
    and (e.id is null or e.status = 'inactive' or e.deleted_at is not null
      or (e.status = 'active' and e.rate_limit = 0 and e.max_in_flight = 0 and (s.rate_limit_config is null or s.deleted_at is not null)))
  order by random()
), due as (
  select q.row
  from open_lane, lateral (
    select * from (
      select ctid as row from delivery_queue
      where lane_id = open_lane.lane_id and not is_retry and due_at <= now()
      order by due_at limit open_lane.room
      for update skip locked
    ) first_tries
    union all
    select * from (
      select ctid as row from delivery_queue
      where lane_id = open_lane.lane_id and is_retry and due_at <= now()
      order by due_at limit open_lane.retry_room
      for update skip locked
    ) retries
  ) q
  limit $7::int
)
update delivery_queue q
set lease = $1::uuid, due_at = now() + interval '${LEASE_SECONDS} seconds'
where q.ctid = any(array(select row from due))
returning q.project_id, q.delivery_id, q.kind, q.lane_id, q.endpoint_id, q.event_id, q.num_trials, q.budget_from`;

/** The same for one lane whose bounds hold over all workers: at most so many, half of them retries where both wait. */
export const CLAIM_LANE = `
with first_tries as (
  select ctid as row, row_number() over () as turn, 0 as kind from (
    select ctid from delivery_queue
    where lane_id = $2::uuid and not is_retry and due_at <= now()
    order by due_at limit $3::int
    for update skip locked
  ) due
), retries as (
  select ctid as row, row_number() over () as turn, 1 as kind from (
    select ctid from delivery_queue
    where lane_id = $2::uuid and is_retry and due_at <= now()
    order by due_at limit $3::int
    for update skip locked
  ) due
), due as (
  select row from (select * from first_tries union all select * from retries) both_kinds
  order by turn, kind limit $3::int
)
update delivery_queue q
set lease = $1::uuid, due_at = now() + interval '${LEASE_SECONDS} seconds'
where q.ctid = any(array(select row from due))
returning q.project_id, q.delivery_id, q.kind, q.lane_id, q.endpoint_id, q.event_id, q.num_trials, q.budget_from`;

const READ_DELIVERIES = `
select d.project_id, d.id, d.subscription_id, d.event_type, d.strategy, d.interval_seconds, d.max_retry_seconds, d.retry_limit, d.created_at,
  d.url_query_params, d.ordering_key, d.headers, d.payload is not null as has_payload,
  case when octet_length(d.payload) <= ${MAX_CLAIMED_PAYLOAD} then d.payload end as payload
from event_deliveries d
where d.project_id = any($1::uuid[]) and d.id = any($2::uuid[]) and d.id between $3::uuid and $4::uuid`;

/** Read apart: a join of two lists of ids costs their product, and deliveries of the same event share its payload. */
const READ_EVENTS = `
select e.id, e.headers, case when octet_length(e.payload) <= ${MAX_CLAIMED_PAYLOAD} then e.payload end as payload
from events e
where e.project_id = any($1::uuid[]) and e.id = any($2::uuid[]) and e.id between $3::uuid and $4::uuid`;

const READ_META_EVENTS = `
select m.project_id, m.id, null::uuid as subscription_id, m.event_type, m.strategy, m.interval_seconds, m.max_retry_seconds, m.retry_limit, m.created_at,
  '' as url_query_params, null::text as ordering_key, '{}'::json as headers, true as has_payload, m.payload
from meta_events m
where m.project_id = any($1::uuid[]) and m.id = any($2::uuid[])`;

export type Claimed = {
  project_id: string;
  delivery_id: string;
  kind: DeliveryWork["kind"];
  lane_id: string;
  endpoint_id: string | null;
  event_id: string | null;
  num_trials: number;
  budget_from: number;
};

type Details = {
  project_id: string;
  id: string;
  subscription_id: string | null;
  event_type: string;
  strategy: RetryStrategy;
  interval_seconds: number;
  max_retry_seconds: number;
  retry_limit: number;
  created_at: Date;
  url_query_params: string;
  ordering_key: string | null;
  headers: Record<string, string> | null;
  has_payload: boolean;
  payload: Buffer | null;
};

type EventDetails = { id: string; headers: Record<string, string>; payload: Buffer | null };

export type LaneRoom = Room & { laneId: string };

/** Leases at most `total` due deliveries for a worker, at most its room for each busy lane and `defaultRoom` for another. */
export async function claimDue(
  pool: pg.Pool,
  workerId: string,
  busy: readonly LaneRoom[],
  defaultRoom: Room,
  total: number,
): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>({
    name: "claim_due",
    text: CLAIM,
    values: [
      workerId,
      plainArray(busy.map((lane) => lane.laneId)),
      plainArray(busy.map((lane) => lane.room)),
      plainArray(busy.map((lane) => lane.retryRoom)),
      defaultRoom.room,
      defaultRoom.retryRoom,
      total,
    ],
  });
  return rows;
}

/**
 * What it takes to attempt claimed work. A delivery whose event is gone (its day was dropped) does not come back and
 * stays leased until the caller removes it.
 */
export async function readWork(pool: pg.Pool, claimed: readonly Claimed[]): Promise<DeliveryWork[]> {
  const [deliveries, metaEvents] = [
    claimed.filter((row) => row.kind === "delivery"),
    claimed.filter((row) => row.kind === "meta_event"),
  ];
  const details = new Map<string, Details>();
  const events = new Map<string, EventDetails>();
  const read = async <R extends { id: string }>(into: Map<string, R>, name: string, text: string, values: string[]) => {
    for (const row of (await pool.query<R>({ name, text, values })).rows) into.set(row.id, row);
  };
  const projectIds = (rows: readonly Claimed[]) => plainArray(rows.map((row) => row.project_id));
  const ids = (rows: readonly Claimed[]) => rows.map((row) => row.delivery_id);
  if (deliveries.length > 0) {
    const eventIds = [...new Set(deliveries.map((row) => row.event_id as string))];
    await Promise.all([
      read(details, "read_deliveries", READ_DELIVERIES, [projectIds(deliveries), ...idsAndRange(ids(deliveries))]),
      read(events, "read_events", READ_EVENTS, [projectIds(deliveries), ...idsAndRange(eventIds)]),
    ]);
  }
  if (metaEvents.length > 0) {
    await read(details, "read_meta_events", READ_META_EVENTS, [projectIds(metaEvents), plainArray(ids(metaEvents))]);
  }
  return claimed.flatMap((row) => {
    const found = details.get(row.delivery_id);
    const event = row.event_id === null ? null : events.get(row.event_id);
    return found && event !== undefined ? [toWork(row, found, event)] : [];
  });
}

/** The payload of one delivery that was too large to come with its claim. */
export async function readPayload(pool: pg.Pool, work: DeliveryWork): Promise<Buffer | null> {
  const { rows } = await pool.query<{ payload: Buffer }>({
    name: "read_payload",
    text: `select coalesce(d.payload, e.payload) as payload
      from event_deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id
      where d.project_id = $1 and d.id = $2`,
    values: [work.projectId, work.deliveryId],
  });
  return rows[0]?.payload ?? null;
}

function toWork(row: Claimed, details: Details, event: EventDetails | null): DeliveryWork {
  return {
    kind: row.kind,
    projectId: row.project_id,
    deliveryId: row.delivery_id,
    laneId: row.lane_id,
    endpointId: row.endpoint_id ?? row.project_id,
    subscriptionId: details.subscription_id,
    eventId: row.event_id,
    eventType: details.event_type,
    numTrials: row.num_trials,
    budgetFrom: row.budget_from,
    policy: {
      strategy: details.strategy,
      intervalSeconds: details.interval_seconds,
      retryLimit: details.retry_limit,
      maxRetrySeconds: details.max_retry_seconds,
    },
    headers: details.headers ?? event?.headers ?? {},
    payload: details.has_payload || event === null ? details.payload : event.payload,
    urlQueryParams: details.url_query_params,
    ...(details.ordering_key !== null && { orderingKey: details.ordering_key }),
    createdAt: details.created_at.getTime(),
  };
}
