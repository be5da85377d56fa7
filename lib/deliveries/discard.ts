import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";

/**
 * Takes what waits for an endpoint out of the queue and records it as Discarded, with the reason. What is being sent
 * at this moment is left to finish.
 */
export async function discardWaiting(
  trx: Kysely<DB>,
  lane: { projectId: string; endpointId: string },
  reason: string,
): Promise<void> {
  await sql`
    with waiting as (
      delete from delivery_queue
      where lane_id = ${lane.endpointId} and project_id = ${lane.projectId} and kind = 'delivery'
        and (lease is null or due_at <= now())
      returning delivery_id
    )
    update event_deliveries d
    set status = 'Discarded', dead = 'Discarded', description = ${reason}, next_send_time = null, updated_at = now()
    from waiting
    where d.project_id = ${lane.projectId} and d.id = waiting.delivery_id`.execute(trx);
}
