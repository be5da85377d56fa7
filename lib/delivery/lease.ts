import type pg from "pg";
import { plainArray } from "@/lib/db/array-literal";
import { inTransaction } from "@/lib/db/transaction";
import { askClient, leaveLines, lockLines } from "@/lib/deliveries/ordering";
import type { Claimed } from "@/lib/delivery/claim";
import { type DeliveryWork, LEASE_SECONDS } from "@/lib/delivery/work";
import { idTime } from "@/lib/ids";

type Leased = Pick<DeliveryWork, "projectId" | "deliveryId">;

const MINE = `(q.lease = $1::uuid) is true and q.project_id = any($2::uuid[]) and q.delivery_id = any($3::uuid[])`;

function values(workerId: string, items: readonly Leased[]): unknown[] {
  return [workerId, plainArray(items.map((item) => item.projectId)), plainArray(items.map((item) => item.deliveryId))];
}

/** Gives untried work back: it is due at once for whoever may take it, and no try is used up. */
export async function releaseLeases(pool: pg.Pool, workerId: string, items: readonly Leased[]): Promise<void> {
  if (items.length === 0) return;
  await pool.query(`update delivery_queue q set lease = null, due_at = now() where ${MINE}`, values(workerId, items));
}

/** Keeps the leases of work that takes long; gives the ids of those that this worker still has. */
export async function renewLeases(
  pool: pg.Pool,
  workerId: string,
  items: readonly Leased[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query(
    `update delivery_queue q set due_at = now() + interval '${LEASE_SECONDS} seconds' where ${MINE} returning delivery_id`,
    values(workerId, items),
  );
  return new Set(rows.map((row) => row.delivery_id));
}

/** All that the store says this worker has. */
export async function listLeases(pool: pg.Pool, workerId: string): Promise<Leased[]> {
  const { rows } = await pool.query({
    name: "list_leases",
    text: 'select project_id as "projectId", delivery_id as "deliveryId" from delivery_queue where lease = $1',
    values: [workerId],
  });
  return rows;
}

/** Ends a delivery that cannot be sent any more, with its reason. */
export async function discardLeased(
  pool: pg.Pool,
  workerId: string,
  work: DeliveryWork,
  reason: string,
): Promise<void> {
  const { projectId, deliveryId, endpointId, orderingKey: key } = work;
  const line = key === undefined ? [] : [{ projectId, deliveryId, endpointId, key }];
  await inTransaction(pool, async (client) => {
    await lockLines(askClient(client), line);
    const gone = await client.query(`delete from delivery_queue q where ${MINE}`, values(workerId, [work]));
    if (gone.rowCount === 0) return;
    await leaveLines(askClient(client), line);
    const change =
      work.kind === "delivery"
        ? "update event_deliveries set status = 'Discarded', dead = 'Discarded', description = $3, next_send_time = null, updated_at = now()"
        : "update meta_events set status = 'Discarded', description = $3, next_send_time = null, updated_at = now()";
    await client.query(`${change} where project_id = $1 and id = $2`, [work.projectId, work.deliveryId, reason]);
    if (work.kind !== "delivery") return;
    await client.query(
      `insert into endpoint_stat_deltas (project_id, endpoint_id, hour, discarded)
       values ($1, $2, date_trunc('hour', to_timestamp($3)), 1)`,
      [work.projectId, work.endpointId, work.createdAt / 1000],
    );
  });
}

/**
 * Takes out of the queue what has no event any more, or is gone itself; a delivery that is there tells why. What leaves the
 * queue is counted as discarded for whom the queue had it, an endpoint or a device, so that the ledger stays balanced.
 */
export async function removeOrphans(
  pool: pg.Pool,
  workerId: string,
  claimed: readonly Claimed[],
  found: readonly DeliveryWork[],
): Promise<void> {
  const known = new Set(found.map((work) => work.deliveryId));
  const orphans = claimed
    .filter((row) => !known.has(row.delivery_id))
    .map((row) => ({ projectId: row.project_id, deliveryId: row.delivery_id }));
  const madeAt = orphans.map(({ deliveryId }) => idTime(deliveryId).getTime() / 1000);
  await pool.query(
    `with gone as (
       delete from delivery_queue q where ${MINE} returning q.project_id, q.delivery_id, q.endpoint_id, q.kind
     ),
     discarded as (
       update event_deliveries d set status = 'Discarded', dead = 'Discarded', next_send_time = null, updated_at = now(),
         description = 'Not sent: its event is past the project''s retention.'
       from gone where d.project_id = gone.project_id and d.id = gone.delivery_id
         and d.project_id = any($2::uuid[]) and d.id = any($3::uuid[])
       returning d.id, d.created_at
     )
     insert into endpoint_stat_deltas (project_id, endpoint_id, hour, discarded)
     select gone.project_id, gone.endpoint_id, date_trunc('hour', coalesce(discarded.created_at, to_timestamp(made.at))), count(*)
     from gone
     join unnest($3::uuid[], $4::float8[]) as made(id, at) on made.id = gone.delivery_id
     left join discarded on discarded.id = gone.delivery_id
     where gone.kind = 'delivery'
     group by 1, 2, 3`,
    [...values(workerId, orphans), plainArray(madeAt)],
  );
}
