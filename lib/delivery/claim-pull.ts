import type pg from "pg";
import type { Claimed } from "@/lib/delivery/claim";
import { claimLane, type MeteredLane } from "@/lib/delivery/claim-metered";
import { LEASE_SECONDS } from "@/lib/delivery/work";

/** A device's own lane, and those of its subscriptions that a rate limit does not hold (any more). */
const CLAIM = `
with due as (
  select ctid as row from delivery_queue
  where is_retry in (false, true) and due_at <= now() and lane_id in (
    select $2::uuid
    union all
    select s.id from subscriptions s
    where s.project_id = $3::uuid and s.device_id = $2::uuid and (s.rate_limit_config is null or s.deleted_at is not null)
  )
  order by due_at limit $4::int
  for update skip locked
)
update delivery_queue q
set lease = $1::uuid, due_at = now() + interval '${LEASE_SECONDS} seconds'
where q.ctid = any(array(select row from due))
returning q.project_id, q.delivery_id, q.kind, q.lane_id, q.endpoint_id, q.event_id, q.num_trials, q.budget_from`;

const LIMITED = `
select s.id as lane_id, s.device_id as endpoint_id, s.project_id, 0 as max_in_flight, 0 as rate_limit,
  60 as rate_limit_duration, s.rate_limit_config as own_limit
from subscriptions s
where s.project_id = $2 and s.device_id = $1 and s.rate_limit_config is not null and s.deleted_at is null
  and exists (select 1 from delivery_queue q where q.lane_id = s.id and q.is_retry in (false, true) and q.due_at <= now())`;

type Puller = { projectId: string; deviceId: string; leaseId: string };

/**
 * Leases up to `limit` due deliveries of a device, oldest first, by the rate limits of its subscriptions. Several that
 * pull at once never get the same one.
 */
export async function claimPull(pool: pg.Pool, puller: Puller, limit: number): Promise<Claimed[]> {
  const { projectId, deviceId, leaseId } = puller;
  const values = [leaseId, deviceId, projectId, limit];
  const { rows } = await pool.query<Claimed>({ name: "claim_pull", text: CLAIM, values });
  if (rows.length === limit) return rows;
  const lanes = await pool.query<MeteredLane>({ name: "limited_pulls", text: LIMITED, values: [deviceId, projectId] });
  for (const lane of lanes.rows) {
    const room = limit - rows.length;
    if (room > 0) rows.push(...(await claimLane(pool, leaseId, lane, room)).rows);
  }
  return rows;
}

export type PulledRow = Claimed & { leased_at: Date };

/** When these deliveries were leased: their requests are signed as of then, so that they can be made again. */
export async function readPulled(
  pool: pg.Pool,
  { projectId, leaseId }: Pick<Puller, "projectId" | "leaseId">,
  ids: readonly string[],
): Promise<PulledRow[]> {
  const { rows } = await pool.query<PulledRow>({
    name: "read_pulled",
    text: `select q.project_id, q.delivery_id, q.kind, q.lane_id, q.endpoint_id, q.event_id, q.num_trials, q.budget_from,
        q.due_at - interval '${LEASE_SECONDS} seconds' as leased_at
      from delivery_queue q
      where q.project_id = $1 and q.lease = $2 and q.delivery_id = any($3::uuid[])
      order by q.delivery_id`,
    values: [projectId, leaseId, ids],
  });
  return rows;
}
