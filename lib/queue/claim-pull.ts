import type pg from "pg";
import { type Given, statement } from "@/lib/db/statement";
import { CLAIMED, type Claimed, leaseDue } from "@/lib/queue/claim";
import { claimMetered } from "@/lib/queue/claim-metered";
import type { Meter } from "@/lib/queue/due-lanes";
import { HAS_OWN_LANE } from "@/lib/queue/lane";
import { LEASE_SECONDS } from "@/lib/queue/lease";

type Puller = { projectId: string; deviceId: string; leaseId: string };

/** The device's own lane, plus the lanes of its subscriptions that have no rate limit (any more). */
const CLAIM_PULL = statement("claim_pull", (given: Given<Puller & { limit: number }>) => {
  const leaseId = given.value("uuid", (puller) => puller.leaseId);
  const deviceId = given.value("uuid", (puller) => puller.deviceId);
  return `
with due as (
  select ctid as row from delivery_queue
  where is_retry in (false, true) and lease is null and due_at <= now() and lane_id in (
    select ${deviceId}
    union all
    select s.id from subscriptions s
    where s.project_id = ${given.value("uuid", (puller) => puller.projectId)} and s.device_id = ${deviceId}
      and not (${HAS_OWN_LANE})
  )
  order by due_at limit ${given.value("int", (puller) => puller.limit)}
  for update skip locked
)
${leaseDue(leaseId)}`;
});

const LIMITED = `
select s.id as "laneId", s.project_id as "projectId", s.device_id as "destinationId", 0 as "maxInFlight", 0 as "rateLimit",
  1 as "rateLimitDuration", s.rate_limit_config as "ownLimit"
from subscriptions s
where s.project_id = $2 and s.device_id = $1 and ${HAS_OWN_LANE}
  and exists (
    select 1 from delivery_queue q
    where q.lane_id = s.id and q.is_retry in (false, true) and q.lease is null and q.due_at <= now()
  )`;

/**
 * Leases up to `limit` due deliveries of a device, oldest first, within the rate limits of its subscriptions.
 * Concurrent pulls never get the same delivery.
 */
export async function claimPull(pool: pg.Pool, puller: Puller, limit: number): Promise<Claimed[]> {
  const { projectId, deviceId, leaseId } = puller;
  const { rows } = await pool.query<Claimed>(CLAIM_PULL({ ...puller, limit }));
  if (rows.length === limit) return rows;
  const lanes = await pool.query<Meter>({ name: "limited_pulls", text: LIMITED, values: [deviceId, projectId] });
  for (const lane of lanes.rows) {
    const left = limit - rows.length;
    if (left > 0) rows.push(...(await claimMetered(pool, leaseId, lane, left)).claimed);
  }
  return rows;
}

export type PulledRow = Claimed & { leasedAt: Date };

type Pulled = Pick<Puller, "projectId" | "leaseId"> & { ids: readonly string[] };

const READ_PULLED = statement(
  "read_pulled",
  (given: Given<Pulled>) => `
select ${CLAIMED}, q.due_at - interval '${LEASE_SECONDS} seconds' as "leasedAt"
from delivery_queue q
where q.project_id = ${given.value("uuid", (pulled) => pulled.projectId)}
  and q.lease = ${given.value("uuid", (pulled) => pulled.leaseId)}
  and q.delivery_id = any(${given.list("uuid", (pulled) => pulled.ids)})
order by q.delivery_id`,
);

/**
 * Returns leased deliveries with the time of their lease. Requests are signed as of that time, so that they can be
 * built again.
 */
export async function readPulled(pool: pg.Pool, pulled: Pulled): Promise<PulledRow[]> {
  return (await pool.query<PulledRow>(READ_PULLED(pulled))).rows;
}
