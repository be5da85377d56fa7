import type pg from "pg";
import { holdShards, makeHolder } from "@/lib/db/placement/hold-shard";
import { makeNumbers, replaceIdentities } from "@/lib/db/placement/identities";
import { makeNotifyDirect } from "@/lib/db/placement/notify-directly";
import { soleRow } from "@/lib/db/sole-row";
import { INSTALLATION } from "@/lib/kernel/installation";

/** A key that has no project in it: unique over all projects on one server, within each of them on many. */
type Key = { table: string; name: string; isPrimary: boolean; isConstraint: boolean; definition: string };
type Foreign = { table: string; name: string; definition: string };

/** Tables that belong to no project and are read together with those that do: each node has them whole. */
const ON_EVERY_NODE = ["users"];

/**
 * Rows that name no project, as older copies of the program wrote them, cannot lie anywhere: what becomes of those of a
 * table, in the table that is given. A bucket is made anew when it is asked for.
 */
export const OF_NO_PROJECT: Readonly<Record<string, (rows: string) => string>> = {
  audit_log: (rows) => `update ${rows} set project_id = '${INSTALLATION}' where project_id is null`,
  rate_buckets: (rows) => `delete from ${rows} where project_id is null`,
};

/** What a distribution did. */
export type Distribution = { readonly distributed: string[]; readonly onEveryNode: string[]; readonly nodes: number };

/**
 * Spreads the tables of projects over the nodes of Citus, by project and together, with their partitions and their rows;
 * tables that lie so already stay. Unique keys get the project into them. All or nothing: it is one transaction, beside
 * which nothing else may write. The connection must be to the coordinator.
 */
export async function distribute(client: pg.ClientBase): Promise<Distribution> {
  await client.query("begin");
  try {
    const done = await distributeWithin(client);
    await client.query("commit");
    return done;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Citus changes shards side by side, each on a connection of its own, and refuses then to change in the same transaction
 * what they refer to, as an account does that is suspended with its keys in all projects.
 */
const OF_EVERY_CONNECTION = `
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode to sequential', current_database());
end $$`;

/** The same in a transaction of the caller's, as that of a migration, which brings tables that are not spread yet. */
export async function distributeWithin(client: pg.ClientBase): Promise<Distribution> {
  await client.query("set local citus.enable_unsafe_triggers = on");
  await client.query(OF_EVERY_CONNECTION);
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query("set local client_min_messages = warning");
  const placed = await listPlaced(client);
  const onEveryNode = ON_EVERY_NODE.filter((table) => !placed.has(table));
  const tables = (await listTables(client)).filter(({ table }) => !placed.has(table));
  const foreign = await listForeign(client, onEveryNode);
  // A table on every node takes keys of tables that are spread, and none of those that are not.
  for (const { table, name } of foreign) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of onEveryNode) await client.query("select create_reference_table($1)", [table]);
  await makeNumbers(client);
  await makeHolder(client);
  await makeNotifyDirect(client);
  for (const { table } of tables) {
    const settle = OF_NO_PROJECT[table];
    if (settle) await client.query(settle(table));
  }
  for (const { table, column } of tables) {
    await replaceIdentities(client, table);
    await holdShards(client, table);
    await tellRowsApart(client, table);
    for (const key of await listKeys(client, table, column)) await widenKey(client, key);
    // Rows that move are no changes, of which triggers would tell.
    await client.query(`alter table ${table} disable trigger user`);
    const together = table === "projects" ? "none" : "projects";
    await client.query("select create_distributed_table($1, $2, colocate_with => $3)", [table, column, together]);
    await client.query(`alter table ${table} enable trigger user`);
  }
  for (const { table, name, definition } of foreign) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  return { distributed: tables.map(({ table }) => table), onEveryNode, nodes: await countNodes(client) };
}

async function countNodes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ nodes: number }>(
    "select count(*)::int as nodes from pg_dist_node where isactive and shouldhaveshards",
  );
  return soleRow(rows).nodes;
}

/** The tables to spread, in the order in which foreign keys allow it. */
async function listTables(client: pg.ClientBase): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string }>(`
    with recursive tables as (
      select c.oid, c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id')
    ), depth as (
      select oid, relname, 0 as level from tables
      union
      select t.oid, t.relname, d.level + 1 from depth d
      join pg_constraint k on k.confrelid = d.oid and k.contype = 'f' and k.conrelid <> k.confrelid
      join tables t on t.oid = k.conrelid
      where d.level < 10
    )
    select relname::text as table from depth group by relname order by max(level), relname`);
  return [{ table: "projects", column: "id" }, ...rows.map(({ table }) => ({ table, column: "project_id" }))];
}

async function listPlaced(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ table: string }>(
    "select c.relname::text as table from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid",
  );
  return new Set(rows.map(({ table }) => table));
}

async function listForeign(client: pg.ClientBase, tables: readonly string[]): Promise<Foreign[]> {
  const { rows } = await client.query<Foreign>(
    `select k.conrelid::regclass::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [tables],
  );
  return rows;
}

/** The unique keys of a table that do not contain a column. */
async function listKeys(client: pg.ClientBase, table: string, column: string): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select $1 as table, c.relname::text as name, i.indisprimary as "isPrimary", k.oid is not null as "isConstraint",
       pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where i.indrelid = to_regclass($1) and i.indisunique and not exists (
       select from pg_attribute a where a.attrelid = i.indrelid and a.attname = $2 and a.attnum = any(i.indkey)
     )`,
    [table, column],
  );
  return rows;
}

/** While a shard moves, rows of a table without a primary key are known by all that is in them, or they could not change. */
async function tellRowsApart(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query("select from pg_index where indrelid = to_regclass($1) and indisprimary", [
    table,
  ]);
  if (rows.length === 0) await client.query(`alter table ${table} replica identity full`);
}

/** Puts the project last into a key, which is looked up by what it began with. */
async function widenKey(
  client: pg.ClientBase,
  { table, name, isPrimary, isConstraint, definition }: Key,
): Promise<void> {
  const own = table === "projects" ? "id" : "project_id";
  await client.query(isConstraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
  const wider = definition.replace(/ USING btree \(((?:[^()]|\([^()]*\))*)\)/, ` USING btree ($1, ${own})`);
  await client.query(wider);
  if (isPrimary) await client.query(`alter table ${table} add constraint ${name} primary key using index ${name}`);
}
