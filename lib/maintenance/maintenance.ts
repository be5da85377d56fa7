import type pg from "pg";
import { inTransaction } from "@/lib/db/transaction";
import { askClient, freeLines } from "@/lib/deliveries/ordering";
import { freeDeadWorkers } from "@/lib/delivery/worker";
import { forgetRecords } from "@/lib/maintenance/forget-records";
import { keepDays, type RetentionParts } from "@/lib/maintenance/retention";
import { rollUpCounters } from "@/lib/maintenance/roll-up";

/** Any number that no other lock uses: who holds it in this round is the one that does the work. */
const LEADER_LOCK = 7_204_811_533;

type Job = { name: string; everyMs: number; run(client: pg.PoolClient): Promise<void> };

const JOBS: readonly Job[] = [
  { name: "fold counters", everyMs: 5_000, run: foldCounters },
  { name: "forget idempotency keys", everyMs: 60_000, run: forgetIdempotencyKeys },
  { name: "forget idempotent requests", everyMs: 60_000, run: forgetIdempotentRequests },
  { name: "forget old records", everyMs: 60_000, run: forgetRecords },
  { name: "forget kinds", everyMs: 3_600_000, run: forgetKinds },
  { name: "roll up counters", everyMs: 6 * 3_600_000, run: rollUpCounters },
];
const DAYS_MS = 600_000;

/** What has to be done now and then, by one copy at a time: each job takes the leader's lock for its own transaction. */
export class Maintenance {
  #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  #isStopping = false;

  constructor(
    private readonly parts: RetentionParts,
    private readonly onFreed: () => void,
  ) {}

  start(): void {
    for (const job of JOBS) this.#repeat(job.name, job.everyMs, () => this.#asLeader(job));
    this.#repeat("days", DAYS_MS, () => keepDays(this.parts, () => this.#isStopping));
    this.#repeat("free lines of ordered deliveries", 10_000, async () => {
      const freed = await inTransaction(this.parts.pool, (client) => freeLines(askClient(client)));
      if (freed > 0) this.onFreed();
    });
    this.#repeat("free dead workers", 2_000, async () => {
      const dead = await freeDeadWorkers(this.parts.pool);
      if (dead === 0) return;
      this.parts.log.warn({ dead }, "freed the leases of workers that died");
      this.onFreed();
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running);
  }

  #repeat(name: string, everyMs: number, run: () => Promise<void>): void {
    let busy = false;
    const round = () => {
      if (busy) return;
      busy = true;
      const running = run()
        .catch((error) => this.parts.log.error({ error }, `maintenance failed: ${name}`))
        .finally(() => {
          busy = false;
          this.#running.delete(running);
        });
      this.#running.add(running);
    };
    this.#timers.push(setInterval(round, everyMs));
    round();
  }

  #asLeader(job: Job): Promise<void> {
    return inTransaction(this.parts.pool, async (client) => {
      const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as leads", [LEADER_LOCK]);
      if (rows[0].leads) await job.run(client);
    });
  }
}

/** Adds the appended counts to their hour's row and removes them, in one statement: readers see each count once. */
async function foldCounters(client: pg.PoolClient): Promise<void> {
  await client.query(`
    with taken as (
      delete from endpoint_stat_deltas where id in (select id from endpoint_stat_deltas order by id limit 20000) returning *
    )
    insert into endpoint_stats as s (project_id, endpoint_id, hour, deliveries, attempts, attempts_failed, succeeded, failed, discarded)
    select project_id, endpoint_id, hour, sum(deliveries), sum(attempts), sum(attempts_failed), sum(succeeded), sum(failed), sum(discarded)
    from taken group by 1, 2, 3
    on conflict (project_id, endpoint_id, hour) do update set
      deliveries = s.deliveries + excluded.deliveries,
      attempts = s.attempts + excluded.attempts,
      attempts_failed = s.attempts_failed + excluded.attempts_failed,
      succeeded = s.succeeded + excluded.succeeded,
      failed = s.failed + excluded.failed,
      discarded = s.discarded + excluded.discarded`);
  await client.query(`
    with taken as (
      delete from event_stat_deltas where id in (select id from event_stat_deltas order by id limit 20000) returning *
    )
    insert into event_stats as s (project_id, hour, accepted, duplicates, discarded, failed)
    select project_id, hour, sum(accepted), sum(duplicates), sum(discarded), sum(failed) from taken group by 1, 2
    on conflict (project_id, hour) do update set
      accepted = s.accepted + excluded.accepted,
      duplicates = s.duplicates + excluded.duplicates,
      discarded = s.discarded + excluded.discarded,
      failed = s.failed + excluded.failed`);
}

/** Kinds of days whose events and deliveries are gone. */
async function forgetKinds(client: pg.PoolClient): Promise<void> {
  await client.query(`
    delete from kinds where day < (
      select min(to_date(right(c.relname, 10), 'YYYY_MM_DD')) - date '1970-01-01'
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent in ('events'::regclass, 'event_deliveries'::regclass) and c.relname !~ '_default$'
    )`);
}

async function forgetIdempotencyKeys(client: pg.PoolClient): Promise<void> {
  await client.query(`
    delete from idempotency_keys where (project_id, scope, key) in (
      select project_id, scope, key from idempotency_keys where expires_at < now() order by expires_at limit 10000
    )`);
}

async function forgetIdempotentRequests(client: pg.PoolClient): Promise<void> {
  await client.query(`
    delete from idempotent_requests where key_hash in (
      select key_hash from idempotent_requests where expires_at < now() order by expires_at limit 10000
    )`);
}
