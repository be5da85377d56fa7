import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { hashUuid } from "@/lib/db/placement/uuid-hash";
import { soleRow } from "@/lib/db/sole-row";
import { StartupError } from "@/lib/kernel/startup-error";

/** A server of a distributed database. The coordinator, which is group 0, is the server that the program was given. */
export type Node = { readonly group: number; readonly host: string; readonly port: number };

/** A shard of each table of projects, all of the same projects and on the same server. */
export type ShardPlace = {
  /** Citus' number of one of its tables. */
  readonly id: string;
  /** The hashes of the projects that it has, both ends included. */
  readonly from: number;
  readonly to: number;
  readonly node: Node;
  /** The names of its tables by those of the whole. */
  readonly names: ReadonlyMap<string, string>;
};

/** Which server has which projects, in the order of their hashes. */
export class ShardMap {
  readonly #byId: ReadonlyMap<string, ShardPlace>;

  /** `nodes` are all servers, the coordinator first, with those that have no shard. */
  constructor(
    readonly places: readonly ShardPlace[],
    readonly nodes: readonly Node[],
  ) {
    this.#byId = new Map(places.map((place) => [place.id, place]));
  }

  find(id: string): ShardPlace | undefined {
    return this.#byId.get(id);
  }

  of(projectId: string): ShardPlace {
    const hash = hashUuid(projectId);
    let low = 0;
    let high = this.places.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (hash > (this.places[middle] as ShardPlace).to) low = middle + 1;
      else high = middle;
    }
    return this.places[low] as ShardPlace;
  }
}

/** Whether the tables of projects are spread over servers. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ hasCitus: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as "hasCitus"`,
  );
  if (!soleRow(rows).hasCitus) return false;
  const spread = await client.query("select from pg_dist_partition where logicalrelid = to_regclass('projects')");
  return spread.rows.length > 0;
}

/** The same of the database at this address. */
export async function asksDistributed(url: string): Promise<boolean> {
  const client = await openConnection(url, { connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  try {
    return await isDistributed(client);
  } finally {
    await client.end();
  }
}

/** Throws a StartupError with these words where the database is spread over several servers. */
export async function refuseDistributed(url: string, words: string): Promise<void> {
  if (await asksDistributed(url)) throw new StartupError(words);
}

const READ_PLACES = `
select min(s.shardid)::text as id, s.shardminvalue::int as "from", s.shardmaxvalue::int as "to", n.groupid as "group", n.nodename as host, n.nodeport as port,
  array_agg(t.logicalrelid::text order by t.logicalrelid::text) as tables,
  array_agg(shard_name(t.logicalrelid, s.shardid) order by t.logicalrelid::text) as names
from pg_dist_partition t
join pg_dist_shard s on s.logicalrelid = t.logicalrelid
join pg_dist_placement p on p.shardid = s.shardid and p.shardstate = 1
join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
where t.partmethod = 'h'
  and t.colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'projects'::regclass)
group by 2, 3, 4, 5, 6
order by 2`;

const READ_NODES = `
select groupid as "group", nodename as host, nodeport as port from pg_dist_node
where noderole = 'primary' and isactive order by groupid`;

const READ_VERSION = `
select concat_ws(' ', (select max(placementid) from pg_dist_placement), (select max(shardid) from pg_dist_shard),
  (select string_agg(concat(nodeid, ' ', nodename, ' ', nodeport, ' ', isactive), ' ' order by nodeid) from pg_dist_node)) as version`;

/** What differs after a shard was moved, split or made, and after a server came or went. */
export async function readMapVersion(pool: pg.Pool): Promise<string> {
  return soleRow((await pool.query<{ version: string }>(READ_VERSION)).rows).version;
}

type Row = Node & { id: string; from: number; to: number; tables: string[]; names: string[] };

/** Reads the servers of a distributed database, and where its shards are. */
export async function readShardMap(client: pg.Pool | pg.ClientBase): Promise<ShardMap> {
  const { rows: nodes } = await client.query<Node>(READ_NODES);
  const { rows } = await client.query<Row>(READ_PLACES);
  return new ShardMap(rows.map(toPlace), nodes);
}

function toPlace({ id, from, to, group, host, port, tables, names }: Row): ShardPlace {
  return {
    id,
    from,
    to,
    node: { group, host, port },
    names: new Map(tables.map((table, at) => [table, names[at] ?? ""])),
  };
}
