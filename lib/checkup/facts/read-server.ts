import type pg from "pg";
import type { Parts, Server, Slot } from "@/lib/checkup/facts/facts";
import { type Reached, withServers } from "@/lib/checkup/facts/with-servers";
import { onClient } from "@/lib/db/on-client";
import { soleRow } from "@/lib/db/sole-row";

const SERVER = `
select current_setting('server_version_num')::int as "versionNumber",
  (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
  current_setting('synchronous_commit') as "synchronousCommit", current_setting('autovacuum') as autovacuum,
  pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
  (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
  pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "seesStatistics", current_user as user,
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "usesTls",
  host(inet_server_addr()) as "serverAddress"`;

const SLOTS = `
select slot_name as name, active as "isActive", pg_wal_lsn_diff(
  case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end, restart_lsn
)::int8 as "retainedBytes"
from pg_replication_slots order by slot_name`;

/** The number of measurements, of which the quickest is the most exact one. */
const MEASUREMENTS = 3;

export async function readServer(client: pg.PoolClient): Promise<Server> {
  return soleRow((await client.query<Server>(SERVER)).rows);
}

/**
 * Reads the servers of a spread database beside the coordinator; none where there is one server. One that does not answer is
 * left out: `health` tells that it is away.
 */
export function readOtherServers(reached: Reached): Promise<Parts["other servers"]> {
  return withServers(reached, async (shards) => {
    const others = shards.servers().filter(({ isCoordinator }) => !isCoordinator);
    const answers = await Promise.allSettled(
      others.map(async ({ address, databases }) => ({
        address: address ?? "",
        server: await onClient(databases.upkeep.pool, readServer),
      })),
    );
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  });
}

export async function readSlots(client: pg.PoolClient): Promise<Slot[]> {
  return (await client.query<Slot>(SLOTS)).rows;
}

/** By how much this machine's clock is ahead of the database's, at least: what the way there takes is not counted. */
export async function readClock(client: pg.PoolClient, now: () => Date): Promise<Parts["clock"]> {
  const measured: { aheadMs: number; tookMs: number }[] = [];
  for (let time = 0; time < MEASUREMENTS; time++) {
    const before = now().getTime();
    const { rows } = await client.query<{ at: number }>(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as at",
    );
    const tookMs = now().getTime() - before;
    measured.push({ aheadMs: before + tookMs / 2 - soleRow(rows).at, tookMs });
  }
  const [best] = measured.sort((a, b) => a.tookMs - b.tookMs);
  const { aheadMs, tookMs } = best ?? { aheadMs: 0, tookMs: 0 };
  return { aheadMs: Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - tookMs / 2) };
}
