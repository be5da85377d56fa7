import { readFile } from "node:fs/promises";

const read = (file: string) => readFile(file, "utf8").catch(() => "");

/** The ids of the processes in which a copy reads its sources, without those that have ended. */
export async function readersOf(copyPid: number): Promise<number[]> {
  const pids = (await read(`/proc/${copyPid}/task/${copyPid}/children`)).split(" ").filter(Boolean).map(Number);
  const named = await Promise.all(
    pids.map(async (pid) => ((await read(`/proc/${pid}/cmdline`)).includes("reader.process") ? [pid] : [])),
  );
  return named.flat();
}

/** The most memory that a process has had, in bytes; 0 once it has ended. */
export async function peakBytes(pid: number): Promise<number> {
  return Number(/VmHWM:\s+(\d+) kB/.exec(await read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}
