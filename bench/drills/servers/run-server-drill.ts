import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "@/bench/clock";
import { countUnbalanced } from "@/bench/drills/drill";
import { type ProjectRun, recoveryOf, type Span } from "@/bench/drills/servers/project-run";
import type { LoadedProject, ServerScene } from "@/bench/drills/servers/scene";
import { type DrilledOnServers, judge, type ServerDrill } from "@/bench/drills/servers/server-drill";
import { addUp } from "@/bench/ledger";
import type { LoadResult } from "@/bench/load/record";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";

/** Requests a second, of each project. */
const RATE = 40;
const CONNECTIONS = 16;
const WARM_UP_MS = 10_000;
/** Each of the two times in which all is well. */
const CALM_MS = 15_000;
/** For what waited to be delivered. */
const SETTLING_MS = 5_000;
const MOST_SECONDS = 900;
const PATIENCE_MS = 60_000;
const LOOK_MS = 50;
/** The range of numbers of one load, so that no two share one. */
const NUMBERS = RATE * MOST_SECONDS;

/** Causes the trouble while each project has a load, and accounts by ids for each event that was accepted. */
export async function runServerDrill(drill: ServerDrill, scene: ServerScene, place: number): Promise<DrilledOnServers> {
  const since = new Date().toISOString();
  const { projects } = scene;
  const running = projects.map(({ load, ingestUrl }, which) =>
    load.call("run", {
      target: { url: ingestUrl },
      firstNumber: (place * projects.length + which) * NUMBERS,
      connections: CONNECTIONS,
      seconds: MOST_SECONDS,
      rate: RATE,
    }),
  );
  // What goes wrong before these are awaited ends them too, and would end the process before it has cleaned up.
  for (const load of running) load.catch(() => {});
  await pause(WARM_UP_MS);
  const before = await stayCalm();
  const disturbance = await drill.disturb(scene);
  await waitUntilAllAccepted(projects);
  await pause(SETTLING_MS);
  const after = await stayCalm();
  await Promise.all(projects.map(({ load }) => load.call("stop")));
  const loads = await Promise.all(running);

  const accounts = await Promise.all(projects.map((project, at) => reckon(scene, { project, since, load: loads[at] })));
  const { delivered, duplicates, waiting, lost, failed, discarded, accepted, unsettled } = addUp(
    accounts.map(({ completeness }) => completeness),
  );
  const runs = new Map(accounts.map(({ project, run }) => [project, run]));
  const recoveries = [...runs.values()].map((run) => recoveryOf(run, disturbance.meanwhile.to));
  return {
    name: drill.name,
    accepted,
    delivered,
    duplicates,
    waiting,
    // Nothing may end as failed or discarded here: retries remain, and every endpoint is active.
    lost: lost + failed + discarded,
    unbalanced: accounts.reduce((sum, account) => sum + account.unbalanced, 0),
    recover_ms: recoveries.reduce((latest, ms) => (latest === null || ms === null ? null : Math.max(latest, ms)), 0),
    ...judge(drill, { disturbance, calm: [before, after], runs, unsettled }),
  };
}

async function stayCalm(): Promise<Span> {
  const from = monotonicMs();
  await pause(CALM_MS);
  return { from, to: monotonicMs() };
}

/** Waits until each project has events accepted again, for a bounded time. */
async function waitUntilAllAccepted(projects: readonly LoadedProject[]): Promise<void> {
  const read = () => Promise.all(projects.map(async ({ load }) => (await load.call("progress")).accepted));
  const end = monotonicMs() + PATIENCE_MS;
  const atFirst = await read();
  for (let now = atFirst; now.some((count, at) => count <= (atFirst[at] ?? 0)); now = await read()) {
    if (monotonicMs() > end) return;
    await pause(LOOK_MS);
  }
}

type Ended = { project: LoadedProject; since: string; load: LoadResult | undefined };

/** What became of what a project was sent since then. */
async function reckon({ receiver }: ServerScene, { project, since, load }: Ended) {
  if (load === undefined) throw new Error(`${project.name} had no load.`);
  const view = { ...project.view, since };
  await waitUntilSettled({ project: view }, PATIENCE_MS);
  const completeness = await checkCompleteness({ project: view, receiver, lanes: 1 }, [load]);
  const range = { from: load.firstNumber, to: load.firstNumber + load.statuses.length };
  const { arrivedAt } = await receiver.call("arrivals", range);
  const run: ProjectRun = { load, arrivedAt };
  return { project, run, completeness, unbalanced: await countUnbalanced(view) };
}
