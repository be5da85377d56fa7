import type { ProjectView } from "@/bench/accounts";
import type { Cleanup } from "@/bench/cleanup";
import type { Copy } from "@/bench/copy";
import { diskFolder } from "@/bench/copy";
import { openProject } from "@/bench/drills/drill";
import { openCopies, startLoad } from "@/bench/drills/scenes";
import type { LoadCalls } from "@/bench/load.process";
import type { Process } from "@/bench/process";
import { killProcesses, listProcessesIn } from "@/bench/processes";
import type { ReceiverCalls } from "@/bench/receiver.process";
import { openConnection } from "@/lib/db/connection";
import { atServer } from "@/lib/db/hosts";
import { CitusCluster } from "@/lib/db/placement/citus-cluster.fixture";
import { type LocalServer, startStandby, tell, urlOf } from "@/lib/db/placement/local-server.fixture";
import { readShardMap, type ShardMap } from "@/lib/db/placement/shard-map";
import { soleRow } from "@/lib/db/sole-row";
import { freePorts } from "@/lib/feeds/brokers/conformance/server.fixture";

/** What is committed is on disk, as where somebody's events are. */
const DURABLE = "fsync = on\nsynchronous_commit = on\nfull_page_writes = on";
const DATABASE = "hookyard";
const PROJECTS_OF_WORKER = 2;
/** Chance says which worker gets a project: of so many, one in some ten thousand times fewer than two. */
const MOST_PROJECTS = 18;

/** A PostgreSQL of the cluster. */
export type DrilledServer = {
  readonly port: number;
  /** `kill -9` of all of its processes. */
  kill(): Promise<void>;
  /** Starts it again, and waits until it can be connected to. */
  start(): Promise<void>;
  /** Gives it a standby, for which its commits wait from now on. */
  addStandby(): Promise<Standby>;
};

export type Standby = {
  readonly port: number;
  /** Makes it a server of its own. */
  promote(): Promise<void>;
};

/** A project with the address of its source and a load of its own. */
export type LoadedProject = {
  readonly name: string;
  readonly view: ProjectView;
  readonly ingestUrl: string;
  readonly load: Process<LoadCalls>;
};

/** A copy on a coordinator and two workers of Citus, and two projects on each of these. */
export type ServerScene = {
  readonly copy: Copy;
  readonly receiver: Process<ReceiverCalls>;
  readonly coordinatorUrl: string;
  readonly coordinator: DrilledServer;
  readonly workers: readonly DrilledServer[];
  readonly projects: readonly LoadedProject[];
};

export async function openOnServers(own: Cleanup): Promise<ServerScene> {
  const cluster = await CitusCluster.open(DURABLE, diskFolder());
  own.defer(() => cluster.close());
  const coordinatorUrl = await cluster.createDatabase(DATABASE);
  const servers = await Promise.all(cluster.nodes.map((node) => toDrilledServer(own, node, coordinatorUrl)));
  const [coordinator, ...workers] = servers;
  if (coordinator === undefined) throw new Error("The cluster has no coordinator.");
  const settings = { DATABASE_URL: coordinatorUrl, HOOKYARD_DISTRIBUTED: "citus" };
  const { first: copy, receiver, receiverUrl } = await openCopies(own, [{ settings }]);
  const projects = await openProjects(own, { copy, receiverUrl, coordinatorUrl, servers: workers.length });
  return { copy, receiver, coordinatorUrl, coordinator, workers, projects };
}

/** Where projects are now. */
export async function readPlaces(coordinatorUrl: string): Promise<ShardMap> {
  const client = await openConnection(coordinatorUrl);
  try {
    return await readShardMap(client);
  } finally {
    await client.end();
  }
}

async function toDrilledServer(own: Cleanup, node: LocalServer, anyUrl: string): Promise<DrilledServer> {
  const client = await openConnection(atServer(anyUrl, { host: "127.0.0.1", port: node.port }));
  const { data_directory: folder } = soleRow(
    (await client.query<{ data_directory: string }>("show data_directory")).rows,
  );
  await client.end();
  return {
    port: node.port,
    async kill() {
      // What the first of them began meanwhile is killed too.
      for (let pids = listProcessesIn(folder); pids.length > 0; pids = listProcessesIn(folder))
        await killProcesses(pids);
    },
    start: () => node.start(),
    async addStandby() {
      const [port = 0] = await freePorts(1);
      const standby = await startStandby(node, port);
      own.defer(() => standby.kill());
      return { port, promote: () => tell(urlOf(port, "postgres"), ["select pg_promote(true, 60)"]) };
    },
  };
}

type Surroundings = { copy: Copy; receiverUrl: string; coordinatorUrl: string; servers: number };

/** Makes projects until there are two on each server; those beyond stay idle. */
async function openProjects(
  own: Cleanup,
  { copy, receiverUrl, coordinatorUrl, servers }: Surroundings,
): Promise<LoadedProject[]> {
  const projects: LoadedProject[] = [];
  const counts = new Map<number, number>();
  for (let made = 1; projects.length < servers * PROJECTS_OF_WORKER; made += 1) {
    if (made > MOST_PROJECTS) throw new Error(`Of ${MOST_PROJECTS} projects, too few are on one of the servers.`);
    const name = `Drill ${made}`;
    const { project: view, ingestUrl } = await openProject(copy, name, receiverUrl);
    const { port } = (await readPlaces(coordinatorUrl)).of(view.projectID).node;
    const count = counts.get(port) ?? 0;
    if (count === PROJECTS_OF_WORKER) continue;
    counts.set(port, count + 1);
    projects.push({ name, view, ingestUrl, load: startLoad(own) });
  }
  return projects;
}
