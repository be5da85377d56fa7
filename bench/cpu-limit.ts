import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const PERIOD_US = 10_000;
const V1 = "/sys/fs/cgroup/cpu";
const V2 = "/sys/fs/cgroup";

/**
 * Gives each of these processes at most `share` of a core (control groups, see cgroups(7)). Returns a function that
 * removes the limit, or null if this user may not, or the system has none.
 */
export function limitCpu(pids: readonly number[], share: number): (() => void) | null {
  const isOld = existsSync(path.join(V1, "cpu.cfs_quota_us"));
  const home = isOld ? V1 : V2;
  const quota = Math.round(PERIOD_US * share);
  const made: string[] = [];
  const undo = () => {
    for (const pid of pids) write(path.join(home, "cgroup.procs"), String(pid));
    for (const folder of made.splice(0)) rmdirSync(folder);
  };
  try {
    for (const pid of pids) {
      const folder = path.join(home, `hookyard-bench-${pid}`);
      mkdirSync(folder);
      made.push(folder);
      if (isOld) {
        writeFileSync(path.join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
        writeFileSync(path.join(folder, "cpu.cfs_quota_us"), String(quota));
      } else {
        writeFileSync(path.join(folder, "cpu.max"), `${quota} ${PERIOD_US}`);
      }
      writeFileSync(path.join(folder, "cgroup.procs"), String(pid));
    }
  } catch {
    undo();
    return null;
  }
  return undo;
}

/** A process may have ended meanwhile. */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {}
}
