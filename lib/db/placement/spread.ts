import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { type Distribution, distribute } from "@/lib/db/placement/distribute";
import { makeRebalanceStrategy } from "@/lib/db/placement/rebalance";
import { isDistributed } from "@/lib/db/placement/shard-map";
import { soleRow } from "@/lib/db/sole-row";
import { INSTALLATION } from "@/lib/kernel/installation";
import { StartupError } from "@/lib/kernel/startup-error";

/**
 * Each shard has engines of its own in every copy, so they are few; and more than nodes, so that some can move to a node
 * that is added.
 */
const SHARDS_OF_NODE = 4;
const LEAST_SHARDS = 8;

/** Any number that no other program's advisory lock on this database uses. */
const SPREAD_LOCK = 7_204_811_533;

export type Spread = Distribution & { readonly shards: number };

/**
 * Spreads a database of which nothing is in use yet over the nodes of Citus. Returns null where it is spread already.
 * Copies that start together take turns. Throws a StartupError where that cannot be, which says what to do.
 */
export async function spreadAtStart(url: string): Promise<Spread | null> {
  if (await isSettled(url)) return null;
  return withCoordinator(url, async (client, nodes) => {
    if (await isDistributed(client)) return null;
    const { rows } = await client.query<{ has: boolean }>("select exists (select from projects) as has");
    if (soleRow(rows).has) {
      throw new StartupError(
        "HOOKYARD_DISTRIBUTED is citus, and the database has projects on one server. Stop every copy, make a backup, and run `hookyard db distribute`.",
      );
    }
    return spreadOver(client, nodes);
  });
}

/** Then a start waits for nobody who changes where projects are, and needs no server but the coordinator. */
async function isSettled(url: string): Promise<boolean> {
  const client = await openConnection(url);
  try {
    if (!(await isDistributed(client))) return false;
    const { isAlone, group } = await findInstallationsPlace(client);
    return isAlone && group === 0;
  } finally {
    await client.end();
  }
}

/**
 * The same for a database with projects, which takes as long as copying it. Throws a StartupError while a copy of the
 * program is connected.
 */
export async function spreadFilled(url: string): Promise<Spread | null> {
  return withCoordinator(url, async (client, nodes) => {
    if (await isDistributed(client)) return null;
    const { rows } = await client.query<{ copies: number }>(
      `select count(*)::int as copies from pg_stat_activity
       where datname = current_database() and application_name like 'hookyard%' and pid <> pg_backend_pid()`,
    );
    const { copies } = soleRow(rows);
    if (copies > 0) {
      throw new StartupError(
        `${copies} connections of Hookyard are open. Stop every copy: nothing may be written meanwhile.`,
      );
    }
    return spreadOver(client, nodes);
  });
}

/**
 * Does something with Citus, of which one at a time does such a thing, and has what belongs to the installation on the
 * coordinator afterwards. `nodes` is how many take shards.
 */
export async function withCoordinator<Done>(
  url: string,
  work: (client: pg.ClientBase, nodes: number) => Promise<Done>,
): Promise<Done> {
  const client = await openConnection(url, { application_name: "spread" });
  try {
    await client.query("select pg_advisory_lock($1)", [SPREAD_LOCK]);
    const nodes = await countNodes(client);
    const done = await work(client, nodes);
    await keepInstallation(client);
    return done;
  } catch (error) {
    throw error instanceof pg.DatabaseError ? new StartupError(sayRefused(error), { cause: error }) : error;
  } finally {
    await client.end();
  }
}

function sayRefused({ message, hint }: pg.DatabaseError): string {
  const said = message.replace(/^ERROR: +/, "").split("\n")[0];
  return hint === undefined ? `Citus refused it: ${said}.` : `Citus refused it: ${said}. ${hint}`;
}

async function spreadOver(client: pg.ClientBase, nodes: number): Promise<Spread> {
  const shards = Math.max(LEAST_SHARDS, SHARDS_OF_NODE * nodes);
  await client.query(`set citus.shard_count = ${shards}`);
  return { ...(await distribute(client)), shards };
}

const PLACE = `
select s.shardid as shard, s.shardminvalue = s.shardmaxvalue as "isAlone", n.nodename as host, n.nodeport as port, n.groupid as "group"
from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
where s.shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`;

type Place = { shard: string; isAlone: boolean; host: string; port: number; group: number };

async function findInstallationsPlace(client: pg.ClientBase): Promise<Place> {
  return soleRow((await client.query<Place>(PLACE, [INSTALLATION])).rows);
}

/**
 * Has what belongs to the installation on the coordinator, which has its sessions too, so that people sign in whatever
 * node is away.
 */
async function keepInstallation(client: pg.ClientBase): Promise<void> {
  await makeRebalanceStrategy(client);
  if (!(await findInstallationsPlace(client)).isAlone) {
    await client.query("select isolate_tenant_to_new_shard('projects', $1::text, 'CASCADE', 'block_writes')", [
      INSTALLATION,
    ]);
  }
  const { shard, host, port, group } = await findInstallationsPlace(client);
  if (group === 0) return;
  await client.query(
    "select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node where groupid = 0",
  );
  await removeLeftovers(client);
  await client.query(
    `select citus_move_shard_placement($1, $2, $3, n.nodename, n.nodeport, 'block_writes')
     from pg_dist_node n where n.groupid = 0`,
    [shard, host, port],
  );
  await client.query("call citus_cleanup_orphaned_resources()");
}

const LEFTOVERS_MS = 30_000;

/**
 * Removes what earlier moves have left, without which Citus refuses one back to where a shard was. Its daemon does so too,
 * and what that is at can be removed by nobody else: it is waited for. Where it does not end, the move says why.
 */
async function removeLeftovers(client: pg.ClientBase): Promise<void> {
  const until = performance.now() + LEFTOVERS_MS;
  do {
    await client.query("call citus_cleanup_orphaned_resources()");
    const { rows } = await client.query("select from pg_dist_cleanup limit 1");
    if (rows.length === 0) return;
    await pause(500);
  } while (performance.now() < until);
}

/** Counts the nodes that take shards. Throws a StartupError where the server is no coordinator that can reach some. */
export async function countNodes(client: pg.ClientBase): Promise<number> {
  const { rows: found } = await client.query("select from pg_extension where extname = 'citus'");
  if (found.length === 0) {
    throw new StartupError(
      "The database has no Citus. In it and in one of the same name on each node: `create extension citus`. On the coordinator: `select citus_set_coordinator_host(…)`, and `select citus_add_node(…)` for each node.",
    );
  }
  const { rows } = await client.query<{ own: number; isKnown: boolean; nodes: number }>(
    `select (select groupid from pg_dist_local_group) as own,
       exists (select from pg_dist_node where groupid = 0) as "isKnown",
       (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as nodes`,
  );
  const { own, isKnown, nodes } = soleRow(rows);
  if (own !== 0) throw new StartupError("DATABASE_URL leads to a node of Citus: it must be the coordinator.");
  if (!isKnown) {
    throw new StartupError("The nodes of Citus do not know their coordinator: `select citus_set_coordinator_host(…)`.");
  }
  if (nodes === 0) throw new StartupError("Citus has no node that takes shards: `select citus_add_node(…)`.");
  return nodes;
}
