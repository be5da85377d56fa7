import type pg from "pg";

/**
 * A table with rows of projects, or a part of one. `key` is the column after the project in its primary key, by which
 * its rows are walked; null if it has none.
 */
export type ProjectTable = { name: string; parent: string; key: string | null; keyType: string | null };

/**
 * The tables with rows of projects, each before those that its rows refer to, with each day for itself. The queues come
 * before all: only who has work from them writes more.
 */
const TABLES = `
with recursive tables as (
  select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    and not a.attisdropped
), deep as (
  select oid, 0 as depth from tables
  union
  select t.oid, deep.depth + 1 from deep
  join pg_constraint f on f.confrelid = deep.oid and f.contype = 'f' and f.conrelid <> f.confrelid
  join tables t on t.oid = f.conrelid
  -- Tables that refer to each other would go on without an end.
  where deep.depth < 20
), placed as (
  select oid, max(depth) as depth from deep group by oid
)
select part.oid::regclass::text as name, placed.oid::regclass::text as parent, key.attname::text as key,
  format_type(key.atttypid, key.atttypmod) as "keyType"
from placed
join lateral (
  select inhrelid as oid from pg_inherits where inhparent = placed.oid
  union all
  select oid from pg_class where oid = placed.oid and relkind = 'r'
) part on true
left join lateral (
  select a.attname, a.atttypid, a.atttypmod from pg_index i
  join pg_attribute p on p.attrelid = i.indrelid and p.attnum = i.indkey[0] and p.attname = 'project_id'
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[1]
  where i.indrelid = part.oid and i.indisprimary
) key on true
order by placed.oid not in ('delivery_queue'::regclass, 'routing_queue'::regclass), placed.depth desc, parent, name`;

/** Reads them from the catalogue of the database, so that a table that is added is not forgotten. */
export async function listProjectTables(client: Pick<pg.ClientBase, "query">): Promise<ProjectTable[]> {
  return (await client.query<ProjectTable>(TABLES)).rows;
}
