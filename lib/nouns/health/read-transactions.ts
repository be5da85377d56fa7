import type pg from "pg";
import type { TransactionKind } from "@/lib/kernel/vocabulary";
import type { DatabaseHealth, OpenTransaction } from "@/lib/nouns/health/schemas";

/**
 * What keeps a snapshot or a transaction open. Of sessions of other users a plain database user sees the name and the
 * snapshot, neither the state nor since when: `backend_type` is null then. A vacuum holds nothing back, and the workers of a
 * parallel query only what their leader does. A query's text, which may hold data, is never read.
 */
const OPEN = `
select case
    when backend_type = 'walsender' and datid is null then 'standby'
    when application_name like 'pg_dump%' then 'pg_dump'
    else 'session'
  end as kind,
  coalesce(nullif(application_name, ''), nullif(backend_type, 'client backend'), '') as name, usename as "user", pid, state, xact_start as "startedAt",
  extract(epoch from clock_timestamp() - xact_start)::int as seconds,
  greatest(age(backend_xmin), age(backend_xid)) as "snapshotAge"
from pg_stat_activity
where (datname = current_database() or datid is null) and pid <> pg_backend_pid()
  and (xact_start is not null or backend_xmin is not null or backend_xid is not null)
  and backend_type is distinct from 'parallel worker'
  and pid not in (select pid from pg_stat_progress_vacuum)
union all
select 'prepared', gid, owner, null, null, prepared, extract(epoch from clock_timestamp() - prepared)::int, age(transaction)
from pg_prepared_xacts where database = current_database()
union all
select 'slot', slot_name, null, active_pid, null, null, null, age(xmin) from pg_replication_slots where xmin is not null`;

const HIDDEN = `
select count(*)::int as hidden from pg_stat_activity where datname = current_database() and backend_type is null`;

type Row = {
  kind: TransactionKind;
  name: string;
  user: string | null;
  pid: number | null;
  state: string | null;
  startedAt: Date | null;
  seconds: number | null;
  snapshotAge: number | null;
};

const MOST = 10;

type Ages = Pick<Row, "seconds" | "snapshotAge">;

export type Transactions = Pick<
  DatabaseHealth,
  "transactions" | "hidden_sessions" | "oldest_transaction_seconds" | "oldest_snapshot_age"
>;

/**
 * What has been open for long on the server of this address, which is null where there is no other, and how much of that is
 * not visible to the database user that asks.
 */
export async function readTransactions(client: pg.PoolClient, server: string | null): Promise<Transactions> {
  const { rows } = await client.query<Row>(OPEN);
  const { rows: counted } = await client.query<{ hidden: number }>(HIDDEN);
  const hidden = counted[0]?.hidden ?? 0;
  const oldest = Math.max(0, ...rows.map((row) => row.seconds ?? 0));
  const shown = rows.filter((row) => row.seconds === null || row.seconds >= 1).sort(compareAges);
  return {
    hidden_sessions: hidden,
    // Its own queries are always visible. While others are not, that none of its own is old says nothing.
    oldest_transaction_seconds: hidden > 0 && oldest < 1 ? null : oldest,
    oldest_snapshot_age: Math.max(0, ...rows.map((row) => row.snapshotAge ?? 0)),
    transactions: shown.slice(0, MOST).map((row) => ({ server, ...toTransaction(row) })),
  };
}

/** By seconds where they are known; what is not known so comes first where its snapshot is the older one. */
function compareAges(a: Ages, b: Ages): number {
  if (a.seconds !== null && b.seconds !== null) return b.seconds - a.seconds;
  return (b.snapshotAge ?? -1) - (a.snapshotAge ?? -1);
}

/** The same of all servers of a database. */
export function addTransactions(servers: readonly Transactions[]): Transactions {
  const most = (values: readonly number[]) => Math.max(0, ...values);
  const oldest = servers.flatMap(({ oldest_transaction_seconds: seconds }) => seconds ?? []);
  const hidden = servers.reduce((sum, { hidden_sessions }) => sum + hidden_sessions, 0);
  return {
    hidden_sessions: hidden,
    oldest_transaction_seconds: hidden > 0 && most(oldest) < 1 ? null : most(oldest),
    oldest_snapshot_age: most(servers.map(({ oldest_snapshot_age }) => oldest_snapshot_age)),
    transactions: servers
      .flatMap(({ transactions }) => transactions)
      .sort((one, other) => compareAges(agesOf(one), agesOf(other)))
      .slice(0, MOST),
  };
}

const agesOf = ({ age_seconds, snapshot_age }: OpenTransaction) => ({
  seconds: age_seconds,
  snapshotAge: snapshot_age,
});

function toTransaction({ startedAt, seconds, snapshotAge, ...row }: Row): Omit<OpenTransaction, "server"> {
  return {
    ...row,
    started_at: startedAt?.toISOString() ?? null,
    age_seconds: seconds,
    snapshot_age: snapshotAge,
  };
}
