import type pg from "pg";

type Queryable = { query(sql: string): Promise<{ rows: unknown[] }> };

/**
 * A shard is a part of each table that is spread by project: they lie on one node together. Who writes by the names of
 * these parts, past Citus, says so with this setting of the connection, and is held to where the shard is.
 */
export const DIRECT = "hookyard.direct";

/** Set for the rest of a transaction that holds its shard. */
const HELD = "hookyard.held";

/** The code of the error that refuses a write to a shard that is not, or no longer, on the server that was asked. */
export const SHARD_IS_ELSEWHERE = "HY001";

/**
 * The first write of a transaction holds the shard, and the others are spared: PostgreSQL makes a function anew for each
 * trigger of each connection, so this one is small. A transaction is of one shard: its connection is one that says
 * everything in the names of that shard (`shard-pool.ts`).
 */
const HOLD_SHARD = `
create or replace function hold_shard() returns trigger language plpgsql as $hold$
begin
  if current_setting('${DIRECT}', true) = 'on' and current_setting('${HELD}', true) is distinct from 'on' then
    perform set_config('${HELD}', hold_shard_of(tg_relname), true);
  end if;
  return null;
end $hold$`;

/**
 * Before a move changes anything for good, Citus locks the shard on all nodes, until it is elsewhere for everybody. It is
 * one lock for all tables of a shard, so a transaction that writes to several tables takes it once and cannot wait for a
 * move that waits for it. A write takes the lock too, shared with other writes, and looks then where the shard is. So it
 * comes before a move, which takes its rows along, or is refused. It must run at `read committed`: where a transaction
 * sees what was there when it began, it does not see the move that it waited for.
 */
const HOLD_SHARD_OF = `
create or replace function hold_shard_of(name text) returns text language plpgsql as $hold$
declare
  shard bigint;
begin
  shard := substring(name from '[0-9]+$');
  -- A shard that was split is not known any more.
  perform lock_shard_metadata(5, array[s.shardid]) from pg_dist_shard s where s.shardid = shard;
  if found then
    perform from pg_dist_placement p
    where p.shardid = shard and p.shardstate = 1 and p.groupid = (select groupid from pg_dist_local_group);
    if found then return 'on'; end if;
  end if;
  raise exception using errcode = '${SHARD_IS_ELSEWHERE}', message = 'this shard is not on this server any more',
    detail = format('It was to be written to as %s.', name);
end $hold$`;

/** Makes the function with which `holdShards` guards tables. */
export async function makeHolder(client: pg.ClientBase): Promise<void> {
  await client.query(HOLD_SHARD_OF);
  await client.query(HOLD_SHARD);
}

/**
 * Guards the shards of a table that is to be spread, and those of its partitions: a trigger of a statement fires for the
 * table alone that the statement names.
 */
export async function holdShards(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select to_regclass($1)::text as name
     union select relid::text from pg_partition_tree(to_regclass($1)) order by name`,
    [table],
  );
  for (const { name } of rows) await client.query(HOLD(name));
}

/** Guards a new partition of a table, if the table is guarded. */
export async function holdPartition(
  client: Queryable,
  { table, name }: { table: string; name: string },
): Promise<void> {
  const { rows } = await client.query(
    `select from pg_trigger where tgname = 'hold_shard' and tgrelid = to_regclass('${table}')`,
  );
  if (rows.length === 0) return;
  await client.query("set local citus.enable_unsafe_triggers = on");
  await client.query(HOLD(name));
}

const HOLD = (table: string) =>
  `create trigger hold_shard before insert or update or delete on ${table} for each statement execute function hold_shard()`;
