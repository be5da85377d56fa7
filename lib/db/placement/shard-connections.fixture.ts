import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { DIRECT } from "@/lib/db/placement/hold-shard";
import { soleRow } from "@/lib/db/sole-row";

type Node = { host: string; port: number };
type Shard = Node & { table: string; name: string; id: string };

/** Where the shard of a project is, and what its tables are called there. */
export type Place = {
  readonly client: pg.Client;
  readonly port: number;
  readonly names: string[];
  name(table: string): string;
};

const SHARDS = `
select s.logicalrelid::text as table, shard_name(s.logicalrelid, s.shardid) as name, s.shardid as id,
  n.nodename as host, n.nodeport as port
from pg_dist_shard own
join pg_dist_partition spread on spread.logicalrelid = own.logicalrelid
join pg_dist_partition beside on beside.colocationid = spread.colocationid
join pg_dist_shard s on s.logicalrelid = beside.logicalrelid and s.shardminvalue = own.shardminvalue
join pg_dist_placement p on p.shardid = s.shardid and p.shardstate = 1
join pg_dist_node n on n.groupid = p.groupid
where own.shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`;

/** Finds the shards of projects, connects to their nodes, and moves them. */
export class ShardConnections {
  readonly #opened: pg.Client[] = [];

  constructor(
    private readonly url: string,
    private readonly coordinator: pg.ClientBase,
  ) {}

  /** Looks up where the shard is, and connects to its node anew. */
  async find(projectId: string): Promise<Place> {
    const shards = await this.#list(projectId);
    const { host, port } = shards[0] as Shard;
    const url = new URL(this.url);
    url.host = `${host}:${port}`;
    const client = await openConnection(url.href, { options: `-c ${DIRECT}=on` });
    this.#opened.push(client);
    const names = new Map(shards.map(({ table, name }) => [table, name]));
    return {
      client,
      port,
      names: [...names.values()],
      name(table) {
        const name = names.get(table);
        if (name === undefined) throw new Error(`${table} has no shard.`);
        return name;
      },
    };
  }

  /** Moves the shard to another node. */
  async move(projectId: string, mode: "force_logical" | "block_writes"): Promise<void> {
    const { id, host, port } = (await this.#list(projectId))[0] as Shard;
    const { rows } = await this.coordinator.query<Node>(
      `select nodename as host, nodeport as port from pg_dist_node
       where isactive and shouldhaveshards and (nodename, nodeport) <> ($1, $2) limit 1`,
      [host, port],
    );
    const to = soleRow(rows);
    await this.coordinator.query("select citus_move_shard_placement($1, $2, $3, $4, $5, $6)", [
      ...[id, host, port],
      ...[to.host, to.port, mode],
    ]);
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((client) => client.end()));
  }

  async #list(projectId: string): Promise<Shard[]> {
    return (await this.coordinator.query<Shard>(SHARDS, [projectId])).rows;
  }
}
