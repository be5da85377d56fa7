import type pg from "pg";
import { makeRebalanceStrategy } from "@/lib/db/placement/rebalance";
import { isDistributed } from "@/lib/db/placement/shard-map";
import { withCoordinator } from "@/lib/db/placement/spread";
import { soleRow } from "@/lib/db/sole-row";
import { StartupError } from "@/lib/kernel/startup-error";

type Node = { id: number; address: string; shards: number; isKept: boolean };
type Found = { id: string; name: string };
type Place = { shard: string; hash: number; from: number; to: number; node: number };

/** Where an isolated project is now. */
export type Isolated = { readonly name: string; readonly address: string; readonly others: number };

const FIND_PROJECT = `
select id, name from projects where deleted_at is null and (id::text = lower($1) or lower(name) = lower($1))`;

const PLACE = `
select s.shardid as shard, worker_hash($1::uuid) as hash, s.shardminvalue::int as "from", s.shardmaxvalue::int as "to", n.nodeid as node
from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
where s.shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`;

/** The servers that take shards, but for the coordinator, with how many they have; kept: for a project alone. */
const NODES = `
select n.nodeid as id, concat(n.nodename, ':', n.nodeport) as address, count(s.shardid)::int as shards,
  coalesce(bool_or(s.shardminvalue = s.shardmaxvalue), false) as "isKept"
from pg_dist_node n left join pg_dist_placement p using (groupid)
  left join pg_dist_shard s on s.shardid = p.shardid and s.logicalrelid = 'projects'::regclass
where n.groupid > 0 and n.isactive and n.shouldhaveshards and n.noderole = 'primary'
group by 1, 2 order by 3, 1`;

/**
 * Gives a project, by its id or name, a server of its own, which no rebalance takes from it, while copies run. `server`
 * is its address as Citus has it; that with the fewest shards unless given. Throws a StartupError where that cannot be.
 */
export function isolateProject(
  url: string,
  { project, server }: { project: string; server?: string | undefined },
  note: (line: string) => void,
): Promise<Isolated> {
  return withCoordinator(url, async (client) => {
    if (!(await isDistributed(client)))
      throw new StartupError("The database is on one server, and so are all projects.");
    const { id, name } = await findProject(client, project);
    const place = soleRow((await client.query<Place>(PLACE, [id])).rows);
    const { rows: nodes } = await client.query<Node>(NODES);
    const target = choose(nodes, { place, server });
    if (place.from === place.to) {
      if (target.id !== place.node) await move(client, { place, target });
    } else {
      const rest = nodes.find((node) => ![place.node, target.id].includes(node.id) && !node.isKept) ?? target;
      note(`Project ${name} gets a shard of its own, on ${target.address}.`);
      await split(client, { place, target, rest });
    }
    note(`All others leave ${target.address}.`);
    await makeRebalanceStrategy(client);
    await client.query("select rebalance_table_shards('projects', shard_transfer_mode => 'force_logical')");
    await client.query("call citus_cleanup_orphaned_resources()");
    const { rows } = await client.query<Node>(NODES);
    const others = (rows.find((node) => node.id === target.id)?.shards ?? 1) - 1;
    return { name, address: target.address, others };
  });
}

async function findProject(client: pg.ClientBase, project: string): Promise<Found> {
  const { rows } = await client.query<Found>(FIND_PROJECT, [project]);
  const [found] = rows;
  if (!found) throw new StartupError(`There is no project ${project}. Give the id or the name of one.`);
  return found;
}

function choose(nodes: readonly Node[], { place, server }: { place: Place; server: string | undefined }): Node {
  const own = nodes.find(({ id }) => id === place.node);
  const isAlone = place.from === place.to;
  if (isAlone && own && (server ?? own.address) === own.address) return own;
  const target = chooseOther(nodes, place.node, server);
  const isForOthers = ({ id, isKept }: Node) => id !== target?.id && (!isKept || (isAlone && id === place.node));
  if (!target || !nodes.some(isForOthers)) {
    throw new StartupError(
      "No server would be left for the other projects. Add one: `select citus_add_node(…)` on the coordinator.",
    );
  }
  return target;
}

/** Citus 13.2 cannot split a shard that is written to into parts on the same server. */
function chooseOther(nodes: readonly Node[], node: number, server: string | undefined): Node | undefined {
  const free = nodes.filter(({ id, isKept }) => id !== node && !isKept);
  if (server === undefined) return free[0];
  const found = free.find(({ address }) => address === server);
  if (found) return found;
  const which = free.map(({ address }) => address).join(", ") || "none";
  throw new StartupError(`${server} is no server that can be the project's own. These can: ${which}.`);
}

type To = { place: Place; target: Node; rest: Node };

/** What is beside the project goes to `rest`. */
async function split(client: pg.ClientBase, { place, target, rest }: To): Promise<void> {
  const { shard, hash, from, to } = place;
  const parts = [
    ...(hash > from ? [{ last: hash - 1, node: rest.id }] : []),
    { last: hash, node: target.id },
    ...(hash < to ? [{ last: to, node: rest.id }] : []),
  ];
  await client.query("select citus_split_shard_by_split_points($1, $2::text[], $3::int[], 'force_logical')", [
    shard,
    parts.slice(0, -1).map(({ last }) => last),
    parts.map(({ node }) => node),
  ]);
}

async function move(client: pg.ClientBase, { place, target }: Omit<To, "rest">): Promise<void> {
  await client.query(
    `select citus_move_shard_placement($1, a.nodename, a.nodeport, b.nodename, b.nodeport, 'force_logical')
     from pg_dist_node a, pg_dist_node b where a.nodeid = $2 and b.nodeid = $3`,
    [place.shard, place.node, target.id],
  );
}
