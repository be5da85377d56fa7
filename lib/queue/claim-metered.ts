import type pg from "pg";
import { inTransaction } from "@/lib/db/transaction";
import { CLAIM_LANE, type Claimed } from "@/lib/queue/claim";
import { HAS_OWN_LANE, lanesOf } from "@/lib/queue/lane";
import { leaseUntil } from "@/lib/queue/lease";

type Bucket = { id: string; count: number; seconds: number };
export type MeteredLane = {
  lane_id: string;
  /** Of the endpoint or device that the lane leads to. */
  destination_id: string;
  project_id: string;
  max_in_flight: number;
  rate_limit: number;
  rate_limit_duration: number;
  own_limit: { count: number; duration: number } | null;
};

const HAS_DUE = (lane: string) =>
  `exists (select 1 from delivery_queue q where q.lane_id = ${lane} and q.is_retry in (false, true) and q.due_at <= now())`;

/** Lanes with due work that a bound applies to: of the endpoint, of the subscription whose lane it is, or both. */
const METERED_LANES = `
select e.id as lane_id, e.id as destination_id, e.project_id, e.max_in_flight, e.rate_limit, e.rate_limit_duration, null as own_limit
from endpoints e
where (e.rate_limit > 0 or e.max_in_flight > 0) and e.status = 'active' and e.deleted_at is null and ${HAS_DUE("e.id")}
union all
select s.id, e.id, e.project_id, e.max_in_flight, e.rate_limit, e.rate_limit_duration, s.rate_limit_config
from subscriptions s
join endpoints e on e.project_id = s.project_id and e.id = s.endpoint_id
where ${HAS_OWN_LANE} and e.status = 'active' and e.deleted_at is null
  and ${HAS_DUE("s.id")}`;

/** Whoever claims for the endpoint does so alone; another worker leaves it for this round. */
const TRY_LOCK = "select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as mine";

/** What any worker has leased for an endpoint: a lease ends within its time, so the index finds it in a few pages. */
const IN_FLIGHT = `
select count(*)::int as in_flight from delivery_queue q
where q.lane_id in (${lanesOf("$1::uuid", "$2::uuid")})
  and q.is_retry in (false, true) and q.lease is not null
  and q.due_at > now() and q.due_at <= ${leaseUntil}`;

/** Counts what has flowed in since the last look; the row stays locked until the transaction ends. */
const REFILL = `
insert into rate_buckets as b (lane_id, tokens, refilled_at) values ($1, $2::float8, now())
on conflict (lane_id) do update
set tokens = least($2::float8, b.tokens + extract(epoch from now() - b.refilled_at) * $2::float8 / $3::float8), refilled_at = now()
returning tokens`;

/** `bounds` are the endpoints' own bounds, by lane; `full` are the lanes that wait for one of theirs to end. */
export type Metered = { claimed: Claimed[]; bounds: Map<string, number>; full: string[] };

/**
 * Leases due work of endpoints and subscriptions with bounds that hold over all workers together. A rate limit is a
 * bucket of as many tokens as it allows, refilled evenly over its duration; the bucket's row is locked while its tokens
 * are taken. `max_in_flight` is held against all live leases of the endpoint, under a lock of the endpoint.
 * `room` tells how many this worker can take of a lane.
 */
export async function claimMetered(
  pool: pg.Pool,
  workerId: string,
  room: (laneId: string) => number,
): Promise<Metered> {
  const { rows: lanes } = await pool.query<MeteredLane>({ name: "metered_lanes", text: METERED_LANES });
  const metered: Metered = { claimed: [], bounds: new Map(), full: [] };
  for (const lane of lanes) {
    const most = room(lane.lane_id);
    if (lane.max_in_flight > 0) metered.bounds.set(lane.lane_id, lane.max_in_flight);
    if (most <= 0) continue;
    const { rows, isFull } = await claimLane(pool, workerId, lane, most);
    metered.claimed.push(...rows);
    if (isFull) metered.full.push(lane.lane_id);
  }
  return metered;
}

type ClaimedLane = { rows: Claimed[]; isFull: boolean };

/** The same for one lane. */
export function claimLane(pool: pg.Pool, workerId: string, lane: MeteredLane, most: number): Promise<ClaimedLane> {
  const buckets = bucketsOf(lane);
  return inTransaction(pool, async (client) => {
    const places = lane.max_in_flight > 0 ? await freePlaces(client, lane) : most;
    let allowed = Math.min(most, places);
    if (allowed <= 0) return { rows: [], isFull: true };
    for (const { id, count, seconds } of buckets) {
      const { tokens } = (await client.query(REFILL, [id, count, seconds])).rows[0];
      allowed = Math.min(allowed, Math.floor(tokens));
    }
    if (allowed <= 0) {
      return { rows: [], isFull: false };
    }
    const { rows } = await client.query<Claimed>(CLAIM_LANE({ workerId, laneId: lane.lane_id, limit: allowed }));
    for (const { id } of buckets) {
      await client.query("update rate_buckets set tokens = tokens - $2 where lane_id = $1", [id, rows.length]);
    }
    return { rows, isFull: lane.max_in_flight > 0 && rows.length >= places };
  });
}

async function freePlaces(client: pg.PoolClient, lane: MeteredLane): Promise<number> {
  const { rows } = await client.query(TRY_LOCK, [lane.destination_id]);
  if (!rows[0].mine) return 0;
  const leased = await client.query({
    name: "endpoint_in_flight",
    text: IN_FLIGHT,
    values: [lane.project_id, lane.destination_id],
  });
  return lane.max_in_flight - leased.rows[0].in_flight;
}

/** In one order for all workers, so that two that need the same buckets cannot wait for each other. */
function bucketsOf(lane: MeteredLane): Bucket[] {
  const buckets: Bucket[] = [];
  if (lane.rate_limit > 0) {
    buckets.push({ id: lane.destination_id, count: lane.rate_limit, seconds: lane.rate_limit_duration });
  }
  if (lane.own_limit) buckets.push({ id: lane.lane_id, count: lane.own_limit.count, seconds: lane.own_limit.duration });
  return buckets;
}
