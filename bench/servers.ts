import { realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Cleanup } from "@/bench/cleanup";
import { diskFolder } from "@/bench/copy";
import { type Counts, readCounts } from "@/bench/server-counts";
import { openConnection } from "@/lib/db/connection";
import { serverSettings } from "@/lib/db/embedded/embedded-cluster";
import { CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { makeServersFolder, startLocalServer, tell, urlOf } from "@/lib/db/placement/local-server.fixture";
import { soleRow } from "@/lib/db/sole-row";
import { freePorts } from "@/lib/feeds/brokers/conformance/server.fixture";

/** A database on PostgreSQL servers of this machine, which a copy is started with. */
export type Servers = {
  /** The version of PostgreSQL, and of Citus where there is one. */
  version: string;
  /** The environment settings of the copy. */
  settings: Record<string, string>;
  /** The data folder of each server, of Citus the coordinator's first. */
  folders: string[];
  /** The ports that they listen at, in the same order. */
  ports: number[];
  /** What all servers have counted so far. */
  count(): Promise<Counts>;
};

const DATABASE = "hookyard";

/** One PostgreSQL 15. `cleanup` ends it and removes its data, as that of the others. */
export async function openOneServer(cleanup: Cleanup): Promise<Servers> {
  const root = realpathSync(await makeServersFolder(diskFolder(), "hookyard-postgres-"));
  cleanup.defer(() => rm(root, { recursive: true, force: true }));
  const [port = 0] = await freePorts(1);
  const settings = ["max_connections = 400", settingsOf("pg_stat_statements")].join("\n");
  const server = await startLocalServer(root, port, settings);
  cleanup.defer(() => server.kill());
  await tell(urlOf(port, "postgres"), [`create database ${DATABASE}`]);
  const url = urlOf(port, DATABASE);
  await tell(url, ["create extension pg_stat_statements"]);
  const version = await readVersion(url);
  return {
    version,
    settings: { DATABASE_URL: url },
    folders: [server.folder],
    ports: [port],
    count: () => readCounts([url]),
  };
}

/** A coordinator and two workers of Citus, over which the copy spreads its database. Throws where this machine has no Citus. */
export async function openThreeServers(cleanup: Cleanup): Promise<Servers> {
  const missing = missingCitus();
  if (missing !== null) throw new Error(`Several servers need ${missing}.`);
  const settings = [settingsOf("citus, pg_stat_statements"), "citus.enable_stat_counters = on"].join("\n");
  const cluster = await CitusCluster.open(settings, diskFolder());
  cleanup.defer(() => cluster.close());
  const url = await cluster.createDatabase(DATABASE);
  const urls = cluster.nodes.map(({ port }) => urlOf(port, DATABASE));
  // Citus makes it on the workers too.
  await tell(url, ["create extension pg_stat_statements"]);
  return {
    version: await readVersion(url),
    settings: { DATABASE_URL: url, HOOKYARD_DISTRIBUTED: "citus" },
    folders: cluster.nodes.map(({ folder }) => realpathSync(folder)),
    ports: cluster.nodes.map(({ port }) => port),
    count: () => readCounts(urls),
  };
}

/** What a server must listen at and may take is its fixture's affair. */
const OF_THE_PLACE = /^(listen_addresses|unix_socket_|max_connections)/;

/** Each server is set as the program's own PostgreSQL is, which writes to its disk before it answers. */
function settingsOf(libraries: string): string {
  const own = serverSettings(true).filter((setting) => setting !== "-c" && !OF_THE_PLACE.test(setting));
  const lines = own.map((setting) => setting.replace(/=(.*)$/, " = '$1'"));
  return [...lines, `shared_preload_libraries = '${libraries}'`, "pg_stat_statements.max = 20000"].join("\n");
}

async function readVersion(url: string): Promise<string> {
  const client = await openConnection(url);
  try {
    const { rows } = await client.query<{ version: string }>(
      `select concat_ws(' · ', 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1),
         (select 'Citus ' || extversion from pg_extension where extname = 'citus')) as version`,
    );
    return soleRow(rows).version;
  } finally {
    await client.end();
  }
}
