import type pg from "pg";

/**
 * A project with a shard of its own has its server to itself: its shard stays where it is, and no other comes beside it.
 * The coordinator has that of the installation.
 */
const MAY_BE_ON_NODE = `
create or replace function hookyard_shard_allowed_on_node(shard bigint, node int) returns boolean language sql as $may$
  with asked as (select s.shardminvalue = s.shardmaxvalue as is_alone, n.nodeid
    from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid) where s.shardid = shard)
  select case when is_alone then nodeid = node else not exists (
    select from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
    where s.logicalrelid = 'projects'::regclass and s.shardminvalue = s.shardmaxvalue and n.nodeid = node
  ) end from asked
$may$`;

const NAME = "hookyard";

/** Has a rebalance leave alone what is to be, and otherwise share out what there is by its size, as Citus does by itself. */
export async function makeRebalanceStrategy(client: pg.ClientBase): Promise<void> {
  await client.query(MAY_BE_ON_NODE);
  const { rows } = await client.query("select from pg_dist_rebalance_strategy where name = $1", [NAME]);
  if (rows.length > 0) return;
  await client.query(
    `select citus_add_rebalance_strategy($1, 'citus_shard_cost_by_disk_size', 'citus_node_capacity_1',
       'hookyard_shard_allowed_on_node', 0.1, 0.01, 0.5)`,
    [NAME],
  );
  await client.query("select citus_set_default_rebalance_strategy($1)", [NAME]);
}
