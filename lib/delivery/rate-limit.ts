import type pg from "pg";
import { inTransaction } from "@/lib/db/transaction";
import { CLAIM_LANE, type Claimed } from "@/lib/delivery/claim";

type Bucket = { id: string; count: number; seconds: number };
type LimitedLane = {
  lane_id: string;
  endpoint_id: string;
  rate_limit: number;
  rate_limit_duration: number;
  own_limit: { count: number; duration: number } | null;
};

/** Lanes with due work that a limit applies to: of the endpoint, of the subscription whose lane it is, or both. */
const LIMITED_LANES = `
select e.id as lane_id, e.id as endpoint_id, e.rate_limit, e.rate_limit_duration, null as own_limit
from endpoints e
where e.rate_limit > 0 and e.status = 'active' and e.deleted_at is null
  and exists (select 1 from delivery_queue q where q.lane_id = e.id and q.due_at <= now())
union all
select s.id, e.id, e.rate_limit, e.rate_limit_duration, s.rate_limit_config
from subscriptions s
join endpoints e on e.project_id = s.project_id and e.id = s.endpoint_id
where s.rate_limit_config is not null and s.deleted_at is null and e.status = 'active' and e.deleted_at is null
  and exists (select 1 from delivery_queue q where q.lane_id = s.id and q.due_at <= now())`;

/** Counts what has flowed in since the last look; the row stays locked until the transaction ends. */
const REFILL = `
insert into rate_buckets as b (lane_id, tokens, refilled_at) values ($1, $2::float8, now())
on conflict (lane_id) do update
set tokens = least($2::float8, b.tokens + extract(epoch from now() - b.refilled_at) * $2::float8 / $3::float8), refilled_at = now()
returning tokens`;

/** The waiting rest of a lane is told until when it waits, at most once a second. */
const TELL = `
update event_deliveries d
set description = $3, next_send_time = now() + make_interval(secs => $4), updated_at = now()
where d.project_id = any($1::uuid[]) and d.id = any($2::uuid[]) and (d.description <> $3 or d.next_send_time < now())`;

/**
 * Leases due work of lanes with a rate limit, as many as there are tokens: a bucket of as many tokens as the limit allows,
 * refilled evenly over its duration. The bucket's row is locked while its tokens are taken, so that the limit holds over
 * all workers together. `room` tells how many this worker can take of a lane.
 */
export async function claimRateLimited(
  pool: pg.Pool,
  workerId: string,
  room: (laneId: string) => number,
): Promise<Claimed[]> {
  const { rows: lanes } = await pool.query<LimitedLane>({ name: "limited_lanes", text: LIMITED_LANES });
  const claimed: Claimed[] = [];
  for (const lane of lanes) {
    const most = room(lane.lane_id);
    if (most > 0) claimed.push(...(await claimLane(pool, workerId, lane, most)));
  }
  return claimed;
}

function claimLane(pool: pg.Pool, workerId: string, lane: LimitedLane, most: number): Promise<Claimed[]> {
  const buckets = bucketsOf(lane);
  return inTransaction(pool, async (client) => {
    let allowed = most;
    let waitSeconds = 0;
    for (const { id, count, seconds } of buckets) {
      const { tokens } = (await client.query(REFILL, [id, count, seconds])).rows[0];
      allowed = Math.min(allowed, Math.floor(tokens));
      waitSeconds = Math.max(waitSeconds, ((1 - Math.min(1, tokens)) * seconds) / count);
    }
    if (allowed <= 0) {
      await tellWaiting(client, lane, buckets, waitSeconds);
      return [];
    }
    const { rows } = await client.query<Claimed>(CLAIM_LANE, [workerId, lane.lane_id, allowed]);
    for (const { id } of buckets) {
      await client.query("update rate_buckets set tokens = tokens - $2 where lane_id = $1", [id, rows.length]);
    }
    return rows;
  });
}

/** In one order for all workers, so that two that need the same buckets cannot wait for each other. */
function bucketsOf(lane: LimitedLane): Bucket[] {
  const buckets: Bucket[] = [];
  if (lane.rate_limit > 0) {
    buckets.push({ id: lane.endpoint_id, count: lane.rate_limit, seconds: lane.rate_limit_duration });
  }
  if (lane.own_limit) buckets.push({ id: lane.lane_id, count: lane.own_limit.count, seconds: lane.own_limit.duration });
  return buckets;
}

async function tellWaiting(
  client: pg.PoolClient,
  lane: LimitedLane,
  buckets: Bucket[],
  waitSeconds: number,
): Promise<void> {
  const { rows } = await client.query(
    "select project_id, delivery_id from delivery_queue where lane_id = $1 and due_at <= now() order by due_at limit 100",
    [lane.lane_id],
  );
  const limits = buckets.map(({ count, seconds }) => `${count} per ${seconds} s`).join(" and ");
  await client.query(TELL, [
    rows.map((row) => row.project_id),
    rows.map((row) => row.delivery_id),
    `Waiting for the rate limit of ${limits}. No try is used up.`,
    waitSeconds,
  ]);
}
