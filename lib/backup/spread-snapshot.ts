import type pg from "pg";
import { openView, type Snapshot, type Source, type View } from "@/lib/backup/view";
import { openConnection } from "@/lib/db/connection";
import { atServer } from "@/lib/db/hosts";
import { type Node, readShardMap, type ShardMap } from "@/lib/db/placement/shard-map";
import { soleRow } from "@/lib/db/sole-row";
import { whatFailed } from "@/lib/db/what-failed";
import { StartupError } from "@/lib/kernel/startup-error";

/**
 * A view of a database that is spread: of each server at one instant, of all within a moment. The coordinator's, whose
 * connections `own` are, is the last: it has the people, whom projects refer to.
 */
export async function openSpread(url: string, own: View): Promise<Snapshot> {
  const before = await readPlaces(own.client);
  const views = await openViews(url, await readShardMap(own.client));
  const closeViews = async () => {
    for (const view of views.values()) await view.close();
  };
  try {
    await Promise.all([...views.values()].map((view) => view.look()));
    await own.look();
    const map = await readShardMap(own.client);
    const whole: Source = { begin: () => own.begin(), nameOf: await readNames(own.client) };
    const shards = map.places.map(({ node, names }): Source => {
      const view = views.get(node.group) ?? own;
      return { begin: () => view.begin(), nameOf: (table) => nameIn(names, table) };
    });
    const insistOn = (now: Places) => {
      if (now.shards !== before.shards) throw new StartupError(MOVED);
    };
    const now = await readPlaces(own.client);
    insistOn(now);
    if (now.schema !== before.schema) throw new StartupError(UPGRADED);
    return {
      client: own.client,
      isSpread: true,
      sourcesOf: (table) => (map.places.some(({ names }) => names.has(table)) ? shards : [whole]),
      async insistOnPlaces() {
        // Not by the view, which has the places of then.
        const client = await openConnection(url);
        try {
          insistOn(await readPlaces(client));
        } finally {
          await client.end();
        }
      },
      async close() {
        await closeViews();
        await own.close();
      },
    };
  } catch (error) {
    await closeViews();
    throw error;
  }
}

/** By any other name the rows of all shards would be read. */
function nameIn(names: ReadonlyMap<string, string>, table: string): string {
  const name = names.get(table);
  if (name === undefined) throw new Error(`A shard has no part of ${table}.`);
  return name;
}

const MOVED =
  "A shard was moved or split while the backup was made, so it would not be whole. Make it again when nothing moves.";
const UPGRADED = "The database was upgraded while the backup began. Make it again.";

/** Connects to all servers that have shards, but the coordinator. */
async function openViews(url: string, { places }: ShardMap): Promise<Map<number, View>> {
  const nodes = new Map(places.map(({ node }) => [node.group, node]));
  nodes.delete(0);
  const opened = await Promise.allSettled([...nodes.values()].map((node) => openAt(url, node)));
  const failed = opened.find((one) => one.status === "rejected");
  if (failed) {
    for (const one of opened) if (one.status === "fulfilled") await one.value[1].close();
    throw failed.reason;
  }
  return new Map(opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
}

async function openAt(url: string, node: Node): Promise<[number, View]> {
  try {
    return [node.group, await openView(atServer(url, node))];
  } catch (error) {
    const why = whatFailed(error);
    throw new StartupError(`A backup needs all servers, and ${node.host}:${node.port} cannot be reached: ${why}`, {
      cause: error,
    });
  }
}

type Places = { shards: string; schema: string };

/** What differs once a shard was moved, back again too, or split; and once the schema is another. */
async function readPlaces(client: pg.ClientBase): Promise<Places> {
  const { rows } = await client.query<Places>(
    `select (select string_agg(concat_ws(' ', shardid, placementid, groupid), ',' order by shardid, placementid)
         from pg_dist_shard join pg_dist_placement using (shardid)
         where logicalrelid = 'projects'::regclass and shardstate = 1) as shards,
       (select string_agg(name, ',' order by name) from schema_migrations) as schema`,
  );
  return soleRow(rows);
}

/** What tables that are not spread, but known to Citus, are called on the coordinator. */
async function readNames(client: pg.ClientBase): Promise<(table: string) => string> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname::text as table, shard_name(s.logicalrelid, s.shardid) as name
     from pg_dist_partition p join pg_dist_shard s using (logicalrelid) join pg_class c on c.oid = p.logicalrelid
     where p.partmethod = 'n'`,
  );
  const names = new Map(rows.map(({ table, name }) => [table, name]));
  return (table) => names.get(table) ?? table;
}
