import { parseArgs } from "node:util";
import { Cleanup } from "@/bench/cleanup";
import { ensureBuilt } from "@/bench/copy";
import { type Drill, type Drilled, runDrill, type Scene } from "@/bench/drills/drill";
import { FAIL_OVER_DRILLS } from "@/bench/drills/fail-over";
import { type Fault, type Found, holds, runFault } from "@/bench/drills/faults/fault";
import { ALL_FAULTS, FAULTS } from "@/bench/drills/faults/faults";
import { ONE_COPY_DRILLS } from "@/bench/drills/one-copy";
import { RANDOM_KILLS } from "@/bench/drills/random-kills";
import { toDrillTable, toFaultTable, toServerTable } from "@/bench/drills/report";
import { ROLLING } from "@/bench/drills/rolling";
import {
  openBalanced,
  openFailOver,
  openOneCopy,
  openRolling,
  openSeveralCopies,
  openSmallDisk,
} from "@/bench/drills/scenes";
import { runServerDrill } from "@/bench/drills/servers/run-server-drill";
import { openOnServers } from "@/bench/drills/servers/scene";
import { type DrilledOnServers, type ServerDrill, standsUp } from "@/bench/drills/servers/server-drill";
import { SERVER_DRILLS } from "@/bench/drills/servers/server-drills";
import { SEVERAL_COPIES_DRILLS } from "@/bench/drills/several-copies";
import { SMALL_DISK_DRILLS } from "@/bench/drills/small-disk";
import { ROLLING_UPGRADE, rollingUpgrade } from "@/bench/drills/upgrade";
import { missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { mayMount } from "@/lib/db/small-disk.fixture";
import { ensureLastRelease, hasLastRelease, LAST_RELEASE } from "@/scripts/release/last-release.mjs";

const NAMES = [
  ...ONE_COPY_DRILLS,
  ...SEVERAL_COPIES_DRILLS,
  ...FAIL_OVER_DRILLS,
  RANDOM_KILLS,
  ROLLING,
  { name: ROLLING_UPGRADE },
  ...SMALL_DISK_DRILLS,
  ...SERVER_DRILLS,
  { name: ALL_FAULTS },
  ...FAULTS,
].map(({ name }) => name);
const USAGE = `npm run drill -- [--json] [--only NAME]… (${NAMES.join(", ")})`;

const cleanup = new Cleanup();
cleanup.onSignals();
await drillAll().catch((error: Error) => {
  if (!cleanup.hasBegun) console.error(error.message);
  process.exitCode = 1;
});
await cleanup.run();

/** Runs the drills one after another, on this machine. Progress goes to standard error. */
async function drillAll(): Promise<void> {
  const { isJson, only } = readArguments();
  const wanted = ({ name }: { name: string }) => only.length === 0 || only.includes(name);
  await ensureBuilt();
  const drills = [
    ...(await runOn(openOneCopy, ONE_COPY_DRILLS.filter(wanted))),
    ...(await runOn(openSeveralCopies, SEVERAL_COPIES_DRILLS.filter(wanted))),
    ...(await runOn(openSeveralCopies, [RANDOM_KILLS].filter(wanted))),
    ...(await runOn(openRolling, [ROLLING].filter(wanted))),
    ...(wanted({ name: ROLLING_UPGRADE }) ? await runUpgrade() : []),
    ...(await runOn(openFailOver, FAIL_OVER_DRILLS.filter(wanted))),
    ...(await runOn(openSmallDisk, findOnSmallDisk().filter(wanted))),
  ];
  const onServers = await runOnServers(SERVER_DRILLS.filter(wanted));
  const faults = await runFaults(only.includes(ALL_FAULTS) ? FAULTS : FAULTS.filter(wanted));
  const tables = [
    ...(drills.length > 0 ? [toDrillTable(drills)] : []),
    ...(onServers.length > 0 ? [toServerTable(onServers)] : []),
    ...(faults.length > 0 ? [toFaultTable(faults)] : []),
  ];
  console.log(
    isJson ? JSON.stringify({ drills, on_servers: onServers, faults }) : tables.map((table) => `\n${table}`).join("\n"),
  );
  const isWell = drills.every(isRecovered) && onServers.every(standsUp) && faults.every(holds);
  if (!isWell) process.exitCode = 1;
}

function isRecovered({ lost, waiting, unbalanced, recover_ms }: Drilled): boolean {
  return lost + waiting + unbalanced === 0 && recover_ms !== null;
}

async function runFaults(faults: readonly Fault[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const fault of faults) {
    const missing = fault.missing?.() ?? null;
    if (missing !== null) {
      console.error(`skipped: ${fault.name}: this machine lacks ${missing}.`);
      continue;
    }
    console.error(`${fault.name}…`);
    const own = new Cleanup();
    cleanup.defer(() => own.run());
    const one = await runFault(fault, own);
    if (one.log !== null) console.error(`  ${one.log}`);
    found.push(one);
    await own.run();
  }
  return found;
}

async function runUpgrade(): Promise<Drilled[]> {
  if (!hasLastRelease()) {
    console.error(`skipped: ${ROLLING_UPGRADE}: this clone lacks ${LAST_RELEASE.commit}, the last release.`);
    return [];
  }
  const release = ensureLastRelease();
  return runOn((own) => openBalanced(own, release), [rollingUpgrade(release)]);
}

async function runOn(open: (own: Cleanup) => Promise<Scene>, drills: readonly Drill[]): Promise<Drilled[]> {
  if (drills.length === 0) return [];
  const own = new Cleanup();
  cleanup.defer(() => own.run());
  const scene = await open(own);
  const results: Drilled[] = [];
  for (const [place, drill] of drills.entries()) {
    console.error(`${drill.name}…`);
    results.push(await runDrill(drill, scene, place));
  }
  await own.run();
  return results;
}

async function runOnServers(drills: readonly ServerDrill[]): Promise<DrilledOnServers[]> {
  if (drills.length === 0) return [];
  const missing = missingCitus();
  if (missing !== null) {
    for (const { name } of drills) console.error(`skipped: ${name}: this machine lacks ${missing}.`);
    return [];
  }
  const own = new Cleanup();
  cleanup.defer(() => own.run());
  const scene = await openOnServers(own);
  const results: DrilledOnServers[] = [];
  for (const [place, drill] of drills.entries()) {
    console.error(`${drill.name}…`);
    const drilled = await runServerDrill(drill, scene, place);
    for (const sentence of drilled.wrong) console.error(`  ${sentence}`);
    results.push(drilled);
  }
  await own.run();
  return results;
}

function findOnSmallDisk(): readonly Drill[] {
  if (mayMount()) return SMALL_DISK_DRILLS;
  for (const { name } of SMALL_DISK_DRILLS) console.error(`skipped: ${name}: only root may mount a small disk.`);
  return [];
}

function readArguments() {
  const { values } = parseArgs({
    options: { json: { type: "boolean", default: false }, only: { type: "string", multiple: true, default: [] } },
  });
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`There is no drill ${unknown}. ${USAGE}`);
  return { isJson: values.json, only: values.only };
}
