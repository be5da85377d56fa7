import type pg from "pg";
import { askClient } from "@/lib/db/ask";
import { soleRow } from "@/lib/db/sole-row";
import { inTransaction } from "@/lib/db/transaction";
import { Rounds } from "@/lib/kernel/rounds";
import { count, timed } from "@/lib/metrics/meter";
import { foldCounters, forgetMinutes, hasDeltas } from "@/lib/queue/fold-counters";
import { freeSequences, hasSequences } from "@/lib/queue/order";
import { WAKE_LANES } from "@/lib/queue/wake";
import { OWN } from "@/lib/tracing/attributes";
import { traced } from "@/lib/tracing/tracing";
import { apart } from "@/lib/upkeep/apart";
import { compareLedger } from "@/lib/upkeep/compare-ledger";
import { forgetRecords, forgetRecordsOfInstallation } from "@/lib/upkeep/forget-records";
import { removeDeletedProjects } from "@/lib/upkeep/remove-deleted-projects";
import { keepDays, type RetentionParts, type ShardPool } from "@/lib/upkeep/retention";
import { rollUpCounters } from "@/lib/upkeep/roll-up";

/** `run` does a bounded part of the work and returns whether it left any, which is then done at once. */
type Job = {
  name: string;
  everyMs: number;
  /** A cheap check for work, for frequent jobs. */
  hasWork?(pool: pg.Pool): Promise<boolean>;
  run(client: pg.PoolClient): Promise<boolean>;
};

/** A lock for each job of each shard, so that none is skipped because another one runs. */
const TRY_TO_LEAD = "select pg_try_advisory_xact_lock(hashtextextended($1, 17)) as leads";
const FORGOTTEN_AT_ONCE = 10_000;

const OF_SHARD: readonly Job[] = [
  { name: "fold counters", everyMs: 10_000, hasWork: hasDeltas, run: foldCounters },
  { name: "forget minutes", everyMs: 60_000, run: forgetMinutes },
  { name: "forget idempotency keys", everyMs: 60_000, run: forgetIdempotencyKeys },
  { name: "forget tests of devices", everyMs: 60_000, run: forgetDeviceTests },
  { name: "forget receivers", everyMs: 60_000, run: forgetReceivers },
  { name: "forget old records", everyMs: 60_000, run: forgetRecords },
  { name: "forget kinds", everyMs: 3_600_000, run: forgetKinds },
  { name: "forget function versions", everyMs: 3_600_000, run: forgetFunctionVersions },
  { name: "roll up counters", everyMs: 6 * 3_600_000, run: rollUpCounters },
];
const OF_INSTALLATION: readonly Job[] = [
  { name: "forget idempotent requests", everyMs: 60_000, run: forgetIdempotentRequests },
  { name: "forget old records of no project", everyMs: 60_000, run: forgetRecordsOfInstallation },
];
const DAYS_MS = 600_000;
const DELETED_PROJECTS_MS = 5_000;

/** The first day (UTC) of which there are events or deliveries. */
const OLDEST_DAY = `
  select min(to_date(right(c.relname, 10), 'YYYY_MM_DD'))
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent in ('events'::regclass, 'event_deliveries'::regclass) and c.relname !~ '_default$'`;

/** Runs periodic jobs, each by one copy at a time: it takes the job's lock for its own transaction. */
export class Maintenance {
  readonly #rounds: Rounds[] = [];
  #isStopping = false;

  constructor(private readonly parts: RetentionParts) {}

  start(): void {
    const { pool, shards, log } = this.parts;
    for (const job of OF_INSTALLATION) this.#repeat(job.name, job.everyMs, () => this.#asLeader(job, { id: "", pool }));
    this.#repeat("days", DAYS_MS, () => keepDays(this.parts, () => this.#isStopping));
    this.#repeat("compare the ledger", 60_000, () => compareLedger(pool, shards));
    for (const [place, shard] of shards.entries()) {
      const repeat = (name: string, everyMs: number, work: () => Promise<void>) =>
        this.#repeat(name, everyMs, work, apart(place, shards.length, everyMs));
      for (const job of OF_SHARD) repeat(job.name, job.everyMs, () => this.#asLeader(job, shard));
      repeat("remove deleted projects", DELETED_PROJECTS_MS, () =>
        removeDeletedProjects({ ...shard, log }, () => this.#isStopping),
      );
      repeat("free deliveries whose order lost its head", 10_000, async () => {
        if (!(await hasSequences(shard.pool))) return;
        await inTransaction(shard.pool, async (client) => {
          const ask = askClient(client);
          await ask(WAKE_LANES(await freeSequences(ask)));
        });
      });
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#rounds.map((rounds) => rounds.stop()));
  }

  #repeat(name: string, everyMs: number, work: () => Promise<void>, firstMs = 0): void {
    const rounds = new Rounds({
      run: async () => {
        const options = { parent: null, attributes: { [OWN.job]: name } };
        await timed("hookyard_maintenance_seconds", { job: name }, () => traced("maintain", options, work));
        return everyMs;
      },
      onError: (error) => {
        count("hookyard_maintenance_failures_total", { job: name });
        this.parts.log.error({ err: error }, `maintenance failed: ${name}`);
      },
      afterErrorMs: everyMs,
    });
    this.#rounds.push(rounds);
    rounds.start(firstMs);
  }

  async #asLeader(job: Job, { id, pool }: ShardPool): Promise<void> {
    const lock = `${job.name}${id}`;
    let isMore = (await job.hasWork?.(pool)) ?? true;
    while (isMore && !this.#isStopping) {
      isMore = await inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ leads: boolean }>(TRY_TO_LEAD, [lock]);
        return soleRow(rows).leads && job.run(client);
      });
    }
  }
}

/** Deletes `kinds` of days whose events and deliveries are gone. */
async function forgetKinds(client: pg.PoolClient): Promise<boolean> {
  await client.query(`
    delete from kinds where day < (${OLDEST_DAY}) - date '1970-01-01'`);
  return false;
}

/** Deletes versions of functions that no event or delivery names: all are younger than the end of the version's time. */
async function forgetFunctionVersions(client: pg.PoolClient): Promise<boolean> {
  // A day more, for the clocks of copies.
  await client.query(`
    delete from function_versions where replaced_at < ((${OLDEST_DAY}) - 1)::timestamp at time zone 'UTC'`);
  return false;
}

/** Deletes tests five minutes after no device may fetch them any more, so that their answers can still be read. */
async function forgetDeviceTests(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(`
    delete from device_tests where (project_id, device_id, id) in (
      select project_id, device_id, id from device_tests where expires_at < now() - interval '5 minutes'
      order by expires_at limit ${FORGOTTEN_AT_ONCE}
    )`);
  return rowCount === FORGOTTEN_AT_ONCE;
}

const RECEIVERS_AT_ONCE = 100;

/** Deletes receivers that have ended, with what they received. */
async function forgetReceivers(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(`
    delete from receivers where (project_id, id) in (
      select project_id, id from receivers where expires_at <= now() order by expires_at limit ${RECEIVERS_AT_ONCE}
    )`);
  return rowCount === RECEIVERS_AT_ONCE;
}

async function forgetIdempotencyKeys(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(`
    delete from idempotency_keys where (project_id, scope, key) in (
      select project_id, scope, key from idempotency_keys where expires_at < now() order by expires_at
      limit ${FORGOTTEN_AT_ONCE}
    )`);
  return rowCount === FORGOTTEN_AT_ONCE;
}

async function forgetIdempotentRequests(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(`
    delete from idempotent_requests where key_hash in (
      select key_hash from idempotent_requests where expires_at < now() order by expires_at limit ${FORGOTTEN_AT_ONCE}
    )`);
  return rowCount === FORGOTTEN_AT_ONCE;
}
