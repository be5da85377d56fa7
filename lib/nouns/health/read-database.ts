import type pg from "pg";
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

const TABLES = `
select relname as table, n_live_tup::int8 as live, n_dead_tup::int8 as dead, greatest(last_autovacuum, last_vacuum) as vacuumed
from unnest($1::text[]) with ordinality as t(name, place) join pg_stat_user_tables on relid = t.name::regclass
order by place`;

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

/** The tables of the queue, as PostgreSQL's statistics have them. */
export async function readTables(client: pg.PoolClient): Promise<DatabaseHealth["tables"]> {
  const { rows } = await client.query<Table>(TABLES, [QUEUE_TABLES]);
  return rows.map(({ table, live, dead, vacuumed }) => ({
    table,
    live_rows: live,
    dead_rows: dead,
    vacuumed_at: vacuumed?.toISOString() ?? null,
  }));
}
