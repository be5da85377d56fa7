import { randomBytes } from "node:crypto";
import { Balancer } from "@/bench/balancer";
import type { Cleanup } from "@/bench/cleanup";
import { type Copy, type CopyOptions, diskFolder, startCopy } from "@/bench/copy";
import type { Scene } from "@/bench/drills/drill";
import type { FailOver } from "@/bench/drills/fail-over";
import { ROLLING_SETTINGS } from "@/bench/drills/rolling";
import type { LoadCalls } from "@/bench/load.process";
import { type Process, startProcess } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import { DatabasePair } from "@/lib/db/database-pair.fixture";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";

const SMALL_DISK_MIB = 512;

export async function openOneCopy(own: Cleanup): Promise<Scene> {
  return openScene(own, [{ preload: "bench/jumping-clock.mjs" }]);
}

export async function openSmallDisk(own: Cleanup): Promise<Scene> {
  return openScene(own, [{ diskMib: SMALL_DISK_MIB }]);
}

/** A web copy with the database, and two with all roles; the load goes to the web copy or to the two others. */
export async function openSeveralCopies(own: Cleanup): Promise<Scene> {
  return openScene(own, [{ settings: { HOOKYARD_ROLE: "web" } }, {}, {}]);
}

/** The copies of `openBalanced`, and a receiver that hangs. */
export async function openRolling(own: Cleanup): Promise<Scene> {
  const hanging = startProcess<ReceiverCalls>("receiver.process.ts");
  own.defer(() => hanging.end());
  return { ...(await openBalanced(own)), hanging };
}

/**
 * A web copy with the database, and three with all roles behind a balancer, to which the load goes. All are of this
 * program, or of the one built in that folder.
 */
export async function openBalanced(own: Cleanup, program?: string): Promise<Scene> {
  const copy = { settings: ROLLING_SETTINGS, program };
  const scene = await openScene(own, [{ settings: { HOOKYARD_ROLE: "web" }, program }, copy, copy, copy]);
  const balancer = new Balancer(scene.others);
  const entry = { url: await balancer.open() };
  own.defer(() => balancer.close());
  return { ...scene, balancer, loads: scene.loads.map(({ process }) => ({ process, entry })) };
}

/** Two with all roles, at an address that leads to a database with a standby. */
export async function openFailOver(own: Cleanup): Promise<Scene> {
  const pair = new DatabasePair(diskFolder());
  own.defer(() => pair.close());
  await pair.open();
  const address = await new DatabaseProxy().open(pair.primaryUrl);
  own.defer(() => address.close());
  const settings = { DATABASE_URL: address.url };
  return { ...(await openScene(own, [{ settings }, { settings }])), failOver: { pair, address } satisfies FailOver };
}

async function openScene(own: Cleanup, options: [CopyOptions, ...CopyOptions[]]): Promise<Scene> {
  const scene = await openCopies(own, options);
  return { ...scene, loads: [scene.first, ...scene.others].map((entry) => ({ process: startLoad(own), entry })) };
}

export function startLoad(own: Cleanup): Process<LoadCalls> {
  const load = startProcess<LoadCalls>("load.process.ts");
  own.defer(() => load.end());
  return load;
}

/** Starts copies on the database of the first, unless they have another, and a receiver. */
export async function openCopies(
  own: Cleanup,
  [options, ...more]: [CopyOptions, ...CopyOptions[]],
): Promise<Omit<Scene, "loads">> {
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
  for (const { settings, program } of more) {
    const database = settings?.DATABASE_URL ?? first.databaseUrl();
    others.push(await startCopy(own, { program, settings: { ...settings, ...shared, DATABASE_URL: database } }));
  }
  return { first, others, receiver, receiverUrl };
}
