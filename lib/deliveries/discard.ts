import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { askTransaction, clearLines } from "@/lib/deliveries/ordering";

/**
 * Takes what waits for an endpoint or a device, in its own lane and those of its subscriptions, out of the queue and records it as
 * Discarded, with the reason. What is being sent at this moment is left to finish.
 */
export async function discardWaiting(
  trx: Kysely<DB>,
  lane: { projectId: string; endpointId: string } | { projectId: string; deviceId: string },
  reason: string,
): Promise<void> {
  const destinationId = "deviceId" in lane ? lane.deviceId : lane.endpointId;
  await sql`
    with waiting as (
      delete from delivery_queue
      where project_id = ${lane.projectId} and kind = 'delivery' and (lease is null or due_at <= now())
        and lane_id in (
          select ${destinationId}::uuid
          union all
          select id from subscriptions where project_id = ${lane.projectId} and (endpoint_id = ${destinationId} or device_id = ${destinationId})
        )
      returning delivery_id
    ), discarded as (
      update event_deliveries d
      set status = 'Discarded', dead = 'Discarded', description = ${reason}, next_send_time = null, updated_at = now()
      from waiting
      where d.project_id = ${lane.projectId} and d.id = waiting.delivery_id
      returning d.project_id, coalesce(d.endpoint_id, d.device_id) as endpoint_id, d.created_at
    )
    insert into endpoint_stat_deltas (project_id, endpoint_id, hour, discarded)
    select project_id, endpoint_id, date_trunc('hour', created_at), count(*) from discarded group by 1, 2, 3`.execute(
    trx,
  );
  await clearLines(askTransaction(trx), destinationId);
}
