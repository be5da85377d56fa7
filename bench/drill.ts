import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { Balancer } from "@/bench/balancer";
import { Cleanup } from "@/bench/cleanup";
import { type Copy, type CopyOptions, diskFolder, ensureBuilt, startCopy } from "@/bench/copy";
import { type Drill, type Drilled, runDrill, type Scene } from "@/bench/drills/drill";
import { FAIL_OVER_DRILLS, type FailOver } from "@/bench/drills/fail-over";
import { type Fault, type Found, holds, runFault } from "@/bench/drills/faults/fault";
import { ALL_FAULTS, FAULTS } from "@/bench/drills/faults/faults";
import { ONE_COPY_DRILLS } from "@/bench/drills/one-copy";
import { RANDOM_KILLS } from "@/bench/drills/random-kills";
import { toDrillTable, toFaultTable } from "@/bench/drills/report";
import { ROLLING, ROLLING_SETTINGS } from "@/bench/drills/rolling";
import { SEVERAL_COPIES_DRILLS } from "@/bench/drills/several-copies";
import { SMALL_DISK_DRILLS } from "@/bench/drills/small-disk";
import type { LoadCalls } from "@/bench/load.process";
import { startProcess } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import { DatabasePair } from "@/lib/db/database-pair.fixture";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { mayMount } from "@/lib/db/small-disk.fixture";

const NAMES = [
  ...ONE_COPY_DRILLS,
  ...SEVERAL_COPIES_DRILLS,
  ...FAIL_OVER_DRILLS,
  RANDOM_KILLS,
  ROLLING,
  ...SMALL_DISK_DRILLS,
  { name: ALL_FAULTS },
  ...FAULTS,
].map(({ name }) => name);
const USAGE = `npm run drill -- [--json] [--only NAME]… (${NAMES.join(", ")})`;

const SMALL_DISK_MIB = 512;

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
    ...(await runOn(openFailOver, FAIL_OVER_DRILLS.filter(wanted))),
    ...(await runOn(openSmallDisk, findOnSmallDisk().filter(wanted))),
  ];
  const faults = await runFaults(only.includes(ALL_FAULTS) ? FAULTS : FAULTS.filter(wanted));
  const tables = [
    ...(drills.length > 0 ? [toDrillTable(drills)] : []),
    ...(faults.length > 0 ? [toFaultTable(faults)] : []),
  ];
  console.log(isJson ? JSON.stringify({ drills, faults }) : tables.map((table) => `\n${table}`).join("\n"));
  if (!drills.every(isRecovered) || !faults.every(holds)) process.exitCode = 1;
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

async function openOneCopy(own: Cleanup): Promise<Scene> {
  return openScene(own, [{ preload: "bench/jumping-clock.mjs" }]);
}

async function openSmallDisk(own: Cleanup): Promise<Scene> {
  return openScene(own, [{ diskMib: SMALL_DISK_MIB }]);
}

function findOnSmallDisk(): readonly Drill[] {
  if (mayMount()) return SMALL_DISK_DRILLS;
  for (const { name } of SMALL_DISK_DRILLS) console.error(`skipped: ${name}: only root may mount a small disk.`);
  return [];
}

/** A web copy with the database, and two with all roles; the load goes to the web copy or to the two others. */
async function openSeveralCopies(own: Cleanup): Promise<Scene> {
  return openScene(own, [{ settings: { HOOKYARD_ROLE: "web" } }, {}, {}]);
}

/** A web copy with the database, and three with all roles behind a balancer, to which the load goes. */
async function openRolling(own: Cleanup): Promise<Scene> {
  const settings = ROLLING_SETTINGS;
  const scene = await openScene(own, [
    { settings: { HOOKYARD_ROLE: "web" } },
    { settings },
    { settings },
    { settings },
  ]);
  const balancer = new Balancer(scene.others);
  const entry = { url: await balancer.open() };
  own.defer(() => balancer.close());
  const hanging = startProcess<ReceiverCalls>("receiver.process.ts");
  own.defer(() => hanging.end());
  return { ...scene, balancer, hanging, loads: scene.loads.map(({ process }) => ({ process, entry })) };
}

/** Two with all roles, at an address that leads to a database with a standby. */
async function openFailOver(own: Cleanup): Promise<Scene> {
  const pair = new DatabasePair(diskFolder());
  own.defer(() => pair.close());
  await pair.open();
  const address = await new DatabaseProxy().open(pair.primaryUrl);
  own.defer(() => address.close());
  const settings = { DATABASE_URL: address.url };
  return { ...(await openScene(own, [{ settings }, { settings }])), failOver: { pair, address } satisfies FailOver };
}

async function openScene(own: Cleanup, [options, ...more]: [CopyOptions, ...CopyOptions[]]): Promise<Scene> {
  const shared = {
    HOOKYARD_SECRET: randomBytes(32).toString("hex"),
    HOOKYARD_KEY_RATE: "0",
    HOOKYARD_ADDRESS_RATE: "0",
  };
  const receiver = startProcess<ReceiverCalls>("receiver.process.ts");
  own.defer(() => receiver.end());
  const receiverUrl = await receiver.call("listen");
  const first = await startCopy(own, { ...options, settings: { ...options.settings, ...shared } });
  const others: Copy[] = [];
  for (const { settings } of more) {
    const database = settings?.DATABASE_URL ?? first.databaseUrl();
    others.push(await startCopy(own, { settings: { ...settings, ...shared, DATABASE_URL: database } }));
  }
  const loads = [first, ...others].map((entry) => {
    const process = startProcess<LoadCalls>("load.process.ts");
    own.defer(() => process.end());
    return { process, entry };
  });
  return { first, others, receiver, receiverUrl, loads };
}

function readArguments() {
  const { values } = parseArgs({
    options: { json: { type: "boolean", default: false }, only: { type: "string", multiple: true, default: [] } },
  });
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`There is no drill ${unknown}. ${USAGE}`);
  return { isJson: values.json, only: values.only };
}
