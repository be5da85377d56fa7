import type pg from "pg";
import { inTransaction } from "@/lib/db/transaction";
import { CLAIM_LANE, type Claimed } from "@/lib/queue/claim";
import { lanesOf } from "@/lib/queue/lane";

const MAX_PAUSE_SECONDS = 1_800;

/**
 * Open breakers whose pause is over, each with its lane that has waited longest. The rows are locked, so that only one
 * worker probes.
 */
const DUE = `
select h.endpoint_id, h.probe_pause_seconds, (
  select q.lane_id from delivery_queue q
  where q.lease is null and q.due_at <= now() and q.is_retry in (false, true) and q.lane_id in (${lanesOf("h.project_id", "h.endpoint_id")})
  order by q.due_at limit 1
) as lane_id
from endpoint_health h
join endpoints e on e.id = h.endpoint_id and e.status = 'pending' and e.deleted_at is null
join projects p on p.id = h.project_id and p.archived_at is null
where h.probe_at <= now()
order by h.probe_at limit 20
for update of h skip locked`;

type DueProbe = { endpoint_id: string; probe_pause_seconds: number; lane_id: string | null };

/** Leases one due delivery of each endpoint whose breaker may be probed, and doubles the pause until its next probe. */
export async function claimProbes(pool: pg.Pool, workerId: string): Promise<Claimed[]> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<DueProbe>({ name: "due_probes", text: DUE });
    const claimed: Claimed[] = [];
    for (const { endpoint_id, probe_pause_seconds, lane_id } of rows) {
      if (!lane_id) continue;
      claimed.push(
        ...(await client.query<Claimed>(CLAIM_LANE({ workerId, laneId: lane_id, boundTo: null, limit: 1 }))).rows,
      );
      const pause = Math.min(probe_pause_seconds * 2, MAX_PAUSE_SECONDS);
      await client.query(
        "update endpoint_health set probe_at = now() + make_interval(secs => probe_pause_seconds), probe_pause_seconds = $2 where endpoint_id = $1",
        [endpoint_id, pause],
      );
    }
    return claimed;
  });
}
