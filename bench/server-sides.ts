import { setTimeout as pause } from "node:timers/promises";
import type { Cleanup } from "@/bench/cleanup";
import { ManyProjects, UNLIMITED } from "@/bench/many-projects";
import { cpuSeconds } from "@/bench/processes";
import { type Counts, difference } from "@/bench/server-counts";
import type { Servers } from "@/bench/servers";
import { type Stage, setStage } from "@/bench/stage";
import { storedBooks } from "@/bench/stored-books";

/** A copy on a database of one server or several, whose counts are taken, and its projects. */
export type Side = { stage: Stage; projects: ManyProjects };

const IDLE_SECONDS = 20;
/** What autovacuum finds to do after a load is done a minute later. */
const REST_SECONDS = 60;

export async function openSide(cleanup: Cleanup, servers: Servers): Promise<Side> {
  const stage = await setStage(cleanup, {
    settings: { ...servers.settings, ...UNLIMITED },
    serverFolders: servers.folders,
  });
  const books = storedBooks(stage.copy.databaseUrl());
  return { stage: { ...stage, books, count: servers.count }, projects: await ManyProjects.open(stage) };
}

/** Its stage, sending to this many projects in turn. */
export async function withProjects({ stage, projects }: Side, count: number): Promise<Stage> {
  return { ...stage, target: await projects.grow(count) };
}

/** What the servers of a stage have counted so far. */
export function readCountsOf({ count }: Stage): Promise<Counts> {
  if (!count) throw new Error("The servers of this copy are not counted.");
  return count();
}

/** What the copy and its servers do while nothing comes, and has not for a while. */
export type Idle = { cpuPercent: number; counts: Counts };

export async function measureIdle(stage: Stage): Promise<Idle> {
  const cpu = () => {
    const { server, members, postgres } = stage.copy.pids();
    return cpuSeconds([server, ...members, ...postgres]);
  };
  await pause(REST_SECONDS * 1_000);
  const [cpuBefore, before] = [cpu(), await readCountsOf(stage)];
  await pause(IDLE_SECONDS * 1_000);
  const counts = difference(await readCountsOf(stage), before);
  return { cpuPercent: ((cpu() - cpuBefore) / counts.seconds) * 100, counts };
}

export function idleRateOf({ counts: { statements, seconds } }: Idle): number {
  return Math.round(statements / seconds);
}

export function tellIdle(idle: Idle): string {
  return `${idle.cpuPercent.toFixed(1)} % of a core · ${idleRateOf(idle)} statements/s`;
}
