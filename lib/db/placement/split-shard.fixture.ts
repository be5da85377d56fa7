import { openConnection } from "@/lib/db/connection";

const SPLIT = `
select citus_split_shard_by_split_points(s.shardid, array[worker_hash($1::uuid) - 1, worker_hash($1::uuid)]::text[],
  array_fill((select nodeid from pg_dist_node where groupid not in (0, p.groupid)), array[3]), $2)
from pg_dist_shard s join pg_dist_placement p using (shardid)
where s.shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`;

/** Gives a project a shard of its own on another node, and leaves those beside it on that node too. */
export async function splitShard(
  url: string,
  projectId: string | undefined,
  mode: "force_logical" | "block_writes",
): Promise<void> {
  const client = await openConnection(url);
  await client.query(SPLIT, [projectId, mode]);
  await client.query("call citus_cleanup_orphaned_resources()");
  await client.end();
}
