import type pg from "pg";
import type { ShardPool } from "@/lib/upkeep/retention";

/** The ledger is compared so often, or more seldom where that takes long: a thousandth of the time at most. */
const EVERY_SECONDS = 600;
const REST = 1_000;

/** Takes the turn, in a transaction of its own: of copies one compares, and one that fails is not repeated at once. */
const TAKE = `
insert into ledger_checks as c (next_at) values (now() + interval '${EVERY_SECONDS} seconds')
on conflict (id) do update set next_at = excluded.next_at where c.next_at <= now()`;

const SUMS =
  "sum(deliveries) as accepted, sum(succeeded) as delivered, sum(failed) as failed, sum(discarded) as discarded";

/**
 * In one statement, and so in one snapshot: counters and the queue change in the same transactions, so that a
 * difference is none of the moment, and no part of the time needs to be left out.
 */
const COMPARE = `
with counted as (
  select project_id, ${SUMS} from (
    select project_id, deliveries, succeeded, failed, discarded from project_stats
    union all select project_id, deliveries, succeeded, failed, discarded from endpoint_stat_deltas
  ) folded_and_appended group by project_id
), queued as (
  select project_id, count(*) as waiting from delivery_queue where kind = 'delivery' group by project_id
), accounts as (
  select project_id, coalesce(accepted, 0) as accepted, coalesce(delivered, 0) as delivered,
    coalesce(waiting, 0) as waiting, coalesce(failed, 0) as failed, coalesce(discarded, 0) as discarded
  from counted full join queued using (project_id)
), differing as (
  select * from accounts where accepted <> delivered + waiting + failed + discarded
), balanced as (
  delete from ledger_differences d where not exists (select from differing where project_id = d.project_id)
)
insert into ledger_differences (project_id, accepted, delivered, waiting, failed, discarded)
select project_id, accepted, delivered, waiting, failed, discarded from differing
on conflict (project_id) do update set accepted = excluded.accepted, delivered = excluded.delivered,
  waiting = excluded.waiting, failed = excluded.failed, discarded = excluded.discarded`;

const REST_FOR = "update ledger_checks set next_at = greatest(next_at, now() + make_interval(secs => $1))";

/**
 * Compares what was accepted with what became of it, in each project, and notes where these differ. It reads the rows of
 * the queue and the hours of projects, and nothing of what is delivered, shard by shard. Does nothing when it is not due,
 * or another copy does it.
 */
export async function compareLedger(pool: pg.Pool, shards: readonly ShardPool[]): Promise<void> {
  const { rowCount } = await pool.query(TAKE);
  if (rowCount === 0) return;
  const startedAt = performance.now();
  for (const shard of shards) await shard.pool.query(COMPARE);
  await pool.query(REST_FOR, [(REST * (performance.now() - startedAt)) / 1_000]);
}
