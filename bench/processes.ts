import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const TICKS_PER_SECOND = 100;
const BYTES_PER_KIB = 1_024;
const BYTES_PER_MB = 1_000_000;

/** The processes that run in this folder, as PostgreSQL's do in its data. Empty without /proc. */
export function listProcessesIn(folder: string): number[] {
  return readFolder("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => placeOf(pid) === folder);
}

/** The children of this process except the given ones. Empty without /proc. */
export function listChildren(pid: number, but: readonly number[]): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`)?.trim().split(" ").filter(Boolean) ?? [];
  return children.map(Number).filter((child) => !but.includes(child));
}

/** Sends the signal to each that is still alive. */
export function signalProcesses(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // already gone
    }
  }
}

/** Kills each with SIGKILL and waits until all are gone. */
export async function killProcesses(pids: readonly number[]): Promise<void> {
  signalProcesses(pids, "SIGKILL");
  await waitUntilGone(pids);
}

export async function waitUntilGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => readCpuSeconds(pid) !== null)) await pause(10);
}

/** CPU seconds that these processes and their reaped children used. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readCpuSeconds(pid) ?? 0), 0);
}

/** CPU seconds that the main threads of these processes used. */
export function mainThreadSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readTicks(`/proc/${pid}/task/${pid}/stat`, 2) ?? 0), 0) / TICKS_PER_SECOND;
}

/** CPU seconds of all cores since the machine started, see proc_stat(5); null if they are not visible. */
export function machineCpu(): { busySeconds: number; allSeconds: number } | null {
  const line = read("/proc/stat")?.split("\n")[0];
  if (line === undefined) return null;
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, value) => sum + value, 0);
  const idle = (ticks[3] ?? 0) + (ticks[4] ?? 0);
  return { busySeconds: (all - idle) / TICKS_PER_SECOND, allSeconds: all / TICKS_PER_SECOND };
}

/** Megabytes in memory, with shared pages counted once; null if that is not visible. */
export function memoryMb(pids: readonly number[]): number | null {
  const sizes = pids.map((pid) => /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? "")?.[1]);
  if (pids.length === 0 || sizes.every((size) => size === undefined)) return null;
  return (sizes.reduce((sum, size) => sum + Number(size ?? 0), 0) * BYTES_PER_KIB) / BYTES_PER_MB;
}

/** Megabytes of one process in memory (its resident set); null if that is not visible. */
export function residentMb(pid: number): number | null {
  const size = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return size === undefined ? null : (Number(size) * BYTES_PER_KIB) / BYTES_PER_MB;
}

/** CPU time of a process and of its reaped children, see proc_pid_stat(5); null if it is gone or a zombie. */
function readCpuSeconds(pid: number): number | null {
  const ticks = readTicks(`/proc/${pid}/stat`, 4);
  return ticks === null ? null : ticks / TICKS_PER_SECOND;
}

/** The first of utime, stime, cutime and cstime, added up, see proc_pid_stat(5); null when it is gone or a zombie. */
function readTicks(file: string, count: number): number | null {
  const text = read(file);
  const [state, ...rest] = text?.slice(text.lastIndexOf(")") + 2).split(" ") ?? [];
  if (state === undefined || state === "Z") return null;
  return rest.slice(10, 10 + count).reduce((sum, ticks) => sum + Number(ticks), 0);
}

function placeOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
