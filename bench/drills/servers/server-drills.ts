import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "@/bench/clock";
import { type DrilledServer, type LoadedProject, readPlaces, type ServerScene } from "@/bench/drills/servers/scene";
import type { Disturbance, ServerDrill } from "@/bench/drills/servers/server-drill";
import { openConnection } from "@/lib/db/connection";

const AWAY_MS = 20_000;
/** How long who watches the servers takes to notice. */
const UNNOTICED_MS = 10_000;
const OTHERS_SLOWER = 2;

/**
 * Troubles with the servers of a distributed database. The last but one leaves one worker to one project, the last replaces
 * that worker.
 */
export const SERVER_DRILLS: readonly ServerDrill[] = [
  { name: "kill-its-server", slowsOthersBelow: OTHERS_SLOWER, disturb: (scene) => killServer(scene, scene.workers[0]) },
  {
    name: "kill-another-server",
    slowsOthersBelow: OTHERS_SLOWER,
    disturb: (scene) => killServer(scene, scene.workers[1]),
  },
  {
    name: "kill-coordinator",
    slowsOthersBelow: OTHERS_SLOWER,
    disturb: (scene) => killServer(scene, scene.coordinator),
  },
  { name: "move-shard", disturb: (scene) => moveShard(scene, "force_logical") },
  { name: "move-shard-blocking", disturb: (scene) => moveShard(scene, "block_writes") },
  { name: "isolate-project", disturb: isolateProject },
  { name: "fail-over-its-server", slowsOthersBelow: OTHERS_SLOWER, disturb: failOver },
];

/** `kill -9` of a server, which is started again after a while. */
async function killServer(scene: ServerScene, server: DrilledServer | undefined): Promise<Disturbance> {
  if (server === undefined) throw new Error("The scene has no such server.");
  const concerned = await listProjectsOn(scene, server);
  const from = monotonicMs();
  await server.kill();
  await pause(AWAY_MS / 2);
  const wrong = await findWrong(scene, concerned);
  await pause(AWAY_MS / 2);
  const to = monotonicMs();
  await server.start();
  console.error(`  The server took ${toSeconds(monotonicMs() - to)} to start.`);
  return { concerned, meanwhile: { from, to }, wrong };
}

/** `kill -9` of a server with a synchronous standby, which takes its place after a while. */
async function failOver(scene: ServerScene): Promise<Disturbance> {
  const { coordinatorUrl, projects } = scene;
  const [first] = projects;
  const place = first && (await readPlaces(coordinatorUrl)).of(first.view.projectID);
  const server = scene.workers.find(({ port }) => port === place?.node.port);
  if (server === undefined) throw new Error("The scene has no project on a worker.");
  const concerned = await listProjectsOn(scene, server);
  const standby = await server.addStandby();
  const from = monotonicMs();
  await server.kill();
  await pause(UNNOTICED_MS);
  const wrong = await findWrong(scene, concerned);
  const noticed = monotonicMs();
  await standby.promote();
  await replaceNode(coordinatorUrl, server.port, standby.port);
  const to = monotonicMs();
  console.error(`  The standby took the place in ${toSeconds(to - noticed)}.`);
  return { concerned, meanwhile: { from, to }, wrong };
}

/** Tells all servers where the one is now, also if somebody holds a lock on it. */
async function replaceNode(coordinatorUrl: string, from: number, to: number): Promise<void> {
  const client = await openConnection(coordinatorUrl);
  try {
    const { rowCount } = await client.query(
      "select citus_update_node(nodeid, nodename, $2::int, true) from pg_dist_node where nodeport = $1",
      [from, to],
    );
    if (rowCount !== 1) throw new Error(`${rowCount} nodes are at the port ${from}.`);
  } finally {
    await client.end();
  }
}

async function listProjectsOn({ coordinatorUrl, projects }: ServerScene, { port }: DrilledServer) {
  const places = await readPlaces(coordinatorUrl);
  return projects.filter(({ view }) => places.of(view.projectID).node.port === port);
}

/** What is not as promised while the server of these projects is away. */
async function findWrong({ projects }: ServerScene, concerned: readonly LoadedProject[]): Promise<string[]> {
  const wrong = await Promise.all(
    projects.map((project) => (concerned.includes(project) ? findWrongRefusal(project) : findWrongAnswer(project))),
  );
  return wrong.flat();
}

/** Senders are to be told to come again, and when. */
async function findWrongRefusal({ name, ingestUrl }: LoadedProject): Promise<string[]> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(ingestUrl, { method: "POST", headers, body: '{"asked":"while away"}' });
  const retryAfter = answer.headers.get("retry-after");
  await answer.arrayBuffer();
  if (answer.status === 503 && Number(retryAfter) > 0) return [];
  return [`${name} was answered ${answer.status} with Retry-After ${retryAfter} while its server was away.`];
}

/** What others have can be read meanwhile. */
async function findWrongAnswer({ name, view: { client, projectID } }: LoadedProject): Promise<string[]> {
  const { response } = await client.GET("/v1/projects/{projectID}/ledger", { params: { path: { projectID } } });
  return response.ok ? [] : [`The ledger of ${name} was answered with ${response.status}.`];
}

/** While it is written to, which Citus does by logical replication, or while writes wait. */
type Mode = "force_logical" | "block_writes";

/** The shard of a project, with what is beside that, to the other worker. */
async function moveShard({ coordinatorUrl, workers, projects }: ServerScene, mode: Mode): Promise<Disturbance> {
  const places = await readPlaces(coordinatorUrl);
  const [first] = projects;
  const place = first && places.of(first.view.projectID);
  const other = workers.find(({ port }) => port !== place?.node.port);
  if (place === undefined || other === undefined) throw new Error("The scene has no project, or no other worker.");
  const concerned = projects.filter(({ view }) => places.of(view.projectID) === place);
  const client = await openConnection(coordinatorUrl);
  const from = monotonicMs();
  const { host, port } = place.node;
  const values = [place.id, host, port, other.port, mode];
  try {
    await client.query("select citus_move_shard_placement($1, $2, $3, $2, $4, $5)", values);
    await client.query("call citus_cleanup_orphaned_resources()");
  } finally {
    await client.end();
  }
  const to = monotonicMs();
  console.error(`  The move took ${toSeconds(to - from)}.`);
  return { concerned, meanwhile: { from, to }, wrong: [] };
}

/** All others leave the server that the project gets, so that each may be on the way. */
async function isolateProject({ copy, coordinatorUrl, projects }: ServerScene): Promise<Disturbance> {
  const [isolated] = projects;
  if (isolated === undefined) throw new Error("The scene has no project.");
  const from = monotonicMs();
  const said = await copy.command("db", "isolate", isolated.name);
  const to = monotonicMs();
  console.error(`  In ${toSeconds(to - from)}: ${said.trim()}`);
  const map = await readPlaces(coordinatorUrl);
  const { node } = map.of(isolated.view.projectID);
  const isAlone = map.places.filter((place) => place.node.port === node.port).length === 1;
  return { concerned: projects, meanwhile: { from, to }, wrong: isAlone ? [] : [`${isolated.name} is not alone.`] };
}

function toSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
