import type pg from "pg";
import { inTransaction } from "@/lib/db/transaction";
import { CLAIM_LANE, type Claimed } from "@/lib/delivery/claim";

const LIMITED_LANES = `
select e.id, e.rate_limit, e.rate_limit_duration from endpoints e
where e.rate_limit > 0 and e.status = 'active' and e.deleted_at is null
  and exists (select 1 from delivery_queue q where q.lane_id = e.id and q.due_at <= now())`;

const TAKE_TOKENS = `
insert into rate_buckets as b (lane_id, tokens, refilled_at) values ($1, $2::float8, now())
on conflict (lane_id) do update
set tokens = least($2::float8, b.tokens + extract(epoch from now() - b.refilled_at) * $2::float8 / $3::float8), refilled_at = now()
returning tokens`;

/**
 * Leases due work of endpoints with a rate limit, as many as there are tokens: a bucket of `rate_limit` tokens that
 * refills evenly over `rate_limit_duration`. The bucket's row is locked while its tokens are taken, so the limit holds
 * over all workers together. `room` tells how many this worker can take of a lane.
 */
export async function claimRateLimited(
  pool: pg.Pool,
  workerId: string,
  room: (laneId: string) => number,
): Promise<Claimed[]> {
  const { rows: lanes } = await pool.query({ name: "limited_lanes", text: LIMITED_LANES });
  const claimed: Claimed[] = [];
  for (const lane of lanes) {
    const most = room(lane.id);
    if (most > 0) claimed.push(...(await claimLane(pool, workerId, lane, most)));
  }
  return claimed;
}

function claimLane(
  pool: pg.Pool,
  workerId: string,
  lane: { id: string; rate_limit: number; rate_limit_duration: number },
  most: number,
): Promise<Claimed[]> {
  return inTransaction(pool, async (client) => {
    const taken = await client.query(TAKE_TOKENS, [lane.id, lane.rate_limit, lane.rate_limit_duration]);
    const count = Math.min(most, Math.floor(taken.rows[0].tokens));
    if (count === 0) return [];
    const { rows } = await client.query<Claimed>(CLAIM_LANE, [workerId, lane.id, count]);
    await client.query("update rate_buckets set tokens = tokens - $2 where lane_id = $1", [lane.id, rows.length]);
    return rows;
  });
}
