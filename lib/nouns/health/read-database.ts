import type pg from "pg";
import type { Shard } from "@/lib/db/placement/shards";
import type { DatabaseHealth } from "@/lib/nouns/health/schemas";

const SERVER = `
select current_setting('server_version') as version,
  (select sum(numbackends) from pg_stat_database)::int as used,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed,
  (select count(*) from pg_stat_activity
   where datname = current_database() and application_name like 'hookyard%')::int as hookyard`;

/** The tables whose rows come, change and go with each delivery. */
const QUEUE_TABLES = [
  "delivery_queue",
  "lanes",
  "routing_queue",
  "ordered_deliveries",
  "endpoint_stat_deltas",
  "event_stat_deltas",
] as const;

/** By functions: of the shards of Citus, the views of the statistics say nothing. */
const TABLES = `
select t.table, coalesce(sum(pg_stat_get_live_tuples(oid)), 0)::int8 as live, coalesce(sum(pg_stat_get_dead_tuples(oid)), 0)::int8 as dead,
  max(greatest(pg_stat_get_last_autovacuum_time(oid), pg_stat_get_last_vacuum_time(oid))) as vacuumed
from unnest($1::text[], $2::text[]) as t("table", name) cross join lateral to_regclass(t.name) as oid
group by 1 order by array_position($3::text[], t.table)`;

type Table = { table: string; live: number; dead: number; vacuumed: Date | null };

/** The server and its connections. */
export async function readServer(client: pg.PoolClient): Promise<Pick<DatabaseHealth, "version" | "connections">> {
  type Row = { version: string; used: number; allowed: number; hookyard: number };
  const { rows } = await client.query<Row>(SERVER);
  const [server] = rows;
  if (!server) throw new Error("The server tells nothing of itself.");
  const { version, ...connections } = server;
  return { version, connections };
}

/** The tables of the queue as PostgreSQL's statistics have them, those of all shards that the server has together. */
export async function readTables(
  client: pg.PoolClient,
  shards: readonly Pick<Shard, "nameOf">[],
): Promise<DatabaseHealth["tables"]> {
  const named = QUEUE_TABLES.flatMap((table) => shards.map(({ nameOf }) => ({ table, name: nameOf(table) })));
  const { rows } = await client.query<Table>(TABLES, [
    named.map(({ table }) => table),
    named.map(({ name }) => name),
    QUEUE_TABLES,
  ]);
  return rows.map(({ table, live, dead, vacuumed }) => ({
    table,
    live_rows: live,
    dead_rows: dead,
    vacuumed_at: vacuumed?.toISOString() ?? null,
  }));
}

/** The same of all servers of a database. */
export function addTables(servers: readonly DatabaseHealth["tables"][]): DatabaseHealth["tables"] {
  return QUEUE_TABLES.map((table) => {
    const parts = servers.flat().filter((one) => one.table === table);
    const sum = (of: "live_rows" | "dead_rows") => parts.reduce((all, part) => all + part[of], 0);
    const vacuums = parts.flatMap(({ vacuumed_at }) => vacuumed_at ?? []).sort();
    return { table, live_rows: sum("live_rows"), dead_rows: sum("dead_rows"), vacuumed_at: vacuums.at(-1) ?? null };
  });
}
