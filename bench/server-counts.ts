import { monotonicMs } from "@/bench/clock";
import { openConnection } from "@/lib/db/connection";
import { soleRow } from "@/lib/db/sole-row";

/** What PostgreSQL servers did, added up over all of them. */
export type Counts = {
  /** For how long: the clock when they were read. */
  seconds: number;
  statements: number;
  /** Transactions that wrote something, with the parts of them that had an id of their own. */
  transactions: number;
  walBytes: number;
  /** On disk, the WAL apart. */
  databaseBytes: number;
  /** Statements by way of Citus, of one shard and of several, which may be on several servers; zero where there is none. */
  ofOneShard: number;
  ofSeveralShards: number;
};

const NAMES = [
  "seconds",
  "statements",
  "transactions",
  "walBytes",
  "databaseBytes",
  "ofOneShard",
  "ofSeveralShards",
] as const;

const COUNTS = `
select (select sum(calls) from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()))::float8 as statements,
  pg_snapshot_xmax(pg_current_snapshot())::text::float8 as transactions,
  (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes",
  pg_database_size(current_database())::float8 as "databaseBytes"`;

const HAS_CITUS = "select to_regclass('citus_stat_counters') is not null as has";

const CITUS_COUNTS = `
select coalesce(sum(query_execution_single_shard), 0)::float8 as "ofOneShard",
  coalesce(sum(query_execution_multi_shard), 0)::float8 as "ofSeveralShards"
from citus_stat_counters where name = current_database()`;

/** The sums of these servers' counters, each since its server was started. */
export async function readCounts(urls: readonly string[]): Promise<Counts> {
  const each = await Promise.all(urls.map(readServer));
  const seconds = monotonicMs() / 1_000;
  return combine((name) => (name === "seconds" ? seconds : each.reduce((sum, one) => sum + one[name], 0)));
}

export function difference(after: Counts, before: Counts): Counts {
  return combine((name) => after[name] - before[name]);
}

export function addUpCounts(parts: readonly Counts[]): Counts {
  return combine((name) => parts.reduce((sum, counts) => sum + counts[name], 0));
}

/** What was done for each of these events. */
export type Counted = { events: number; counts: Counts };

export function perEvent({ events, counts }: Counted): Counts {
  return combine((name) => Math.round((counts[name] / Math.max(1, events)) * 1_000) / 1_000);
}

/** The same for people. */
export function tellCounts(counted: Counted): string {
  const { statements, transactions, walBytes, databaseBytes } = perEvent(counted);
  const bytes = `${Math.round(walBytes)} B of WAL · ${Math.round(databaseBytes)} B on disk`;
  return `${statements.toFixed(2)} statements · ${transactions.toFixed(2)} transactions · ${bytes}`;
}

function combine(of: (name: (typeof NAMES)[number]) => number): Counts {
  return Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Counts;
}

type OfCitus = Pick<Counts, "ofOneShard" | "ofSeveralShards">;
type OfPostgres = Omit<Counts, "seconds" | keyof OfCitus>;

async function readServer(url: string): Promise<Omit<Counts, "seconds">> {
  const client = await openConnection(url);
  try {
    const { rows } = await client.query<OfPostgres>(COUNTS);
    const { rows: has } = await client.query<{ has: boolean }>(HAS_CITUS);
    if (!soleRow(has).has) return { ...soleRow(rows), ofOneShard: 0, ofSeveralShards: 0 };
    const { rows: byCitus } = await client.query<OfCitus>(CITUS_COUNTS);
    return { ...soleRow(rows), ...soleRow(byCitus) };
  } finally {
    await client.end();
  }
}
