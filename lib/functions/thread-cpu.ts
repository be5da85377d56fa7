import { readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Worker } from "node:worker_threads";

/** What newer versions of Node can tell of another thread. */
type WithCpuUsage = Worker & { cpuUsage?(): Promise<{ user: number; system: number }> };

/** /proc counts in hundredths of a second, on every architecture that Node runs on. */
const TICK_MS = 10;

/** The id in /proc of the thread that asks; null where there is no such thing. */
export function findTaskId(): number | null {
  try {
    // Not by a promise: that is kept by another thread.
    return Number(/\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self"))?.[1] ?? null) || null;
  } catch {
    return null;
  }
}

/** The CPU time that another thread has used, in milliseconds, even while it answers nothing; null where nobody can tell. */
export async function readThreadCpuMs(worker: Worker, taskId: number | null): Promise<number | null> {
  try {
    if (taskId !== null) return readStat(await readFile(`/proc/self/task/${taskId}/stat`, "utf8"));
    const usage = await (worker as WithCpuUsage).cpuUsage?.();
    return usage ? (usage.user + usage.system) / 1_000 : null;
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: utime and stime, counted from behind the name. */
function readStat(text: string): number | null {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}
