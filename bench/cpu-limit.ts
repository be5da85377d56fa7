import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const PERIOD_US = 10_000;
const V1 = "/sys/fs/cgroup/cpu";
const V2 = "/sys/fs/cgroup";

/** The most that a group may weigh beside others, in version 1 and in version 2. */
const MOST_SHARES = 262_144;
const MOST_WEIGHT = 10_000;

/** What the system answers to who may not make a control group, or where it has none. */
const REFUSALS = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR"];
/** What it answers of a process that has ended. */
const GONE = "ESRCH";
/** What it answers of a group that has processes. */
const IN_USE = "EBUSY";

let made = 0;

/**
 * Processes that together take at most a share of a core (a control group, see cgroups(7)), with what they start from then
 * on. Versions 1 and 2 of them are the same here.
 */
export class CpuGroup {
  private constructor(
    private readonly home: string,
    private readonly folder: string,
    private readonly isOld: boolean,
  ) {}

  /** Makes one without processes and without a limit. Returns null if this user may not, or the system has none. */
  static make(): CpuGroup | null {
    const isOld = existsSync(path.join(V1, "cpu.cfs_quota_us"));
    const home = isOld ? V1 : V2;
    made += 1;
    const group = new CpuGroup(home, path.join(home, `hookyard-bench-${process.pid}-${made}`), isOld);
    try {
      mkdirSync(group.folder);
    } catch (error) {
      if (REFUSALS.includes(codeOf(error))) return null;
      throw error;
    }
    try {
      group.limit(null);
    } catch (error) {
      rmdirSync(group.folder);
      if (REFUSALS.includes(codeOf(error))) return null;
      throw error;
    }
    return group;
  }

  /** Takes in the processes that `list` returns, and those that one of them starts meanwhile. */
  add(list: () => readonly number[]): void {
    const known = new Set<number>();
    for (;;) {
      const found = list().filter((pid) => !known.has(pid));
      if (found.length === 0) return;
      for (const pid of found) {
        known.add(pid);
        move(pid, this.folder);
      }
    }
  }

  /** Null is no limit. */
  limit(share: number | null): void {
    const quota = share === null ? null : Math.round(PERIOD_US * share);
    if (this.isOld) {
      writeFileSync(path.join(this.folder, "cpu.cfs_period_us"), String(PERIOD_US));
      writeFileSync(path.join(this.folder, "cpu.cfs_quota_us"), String(quota ?? -1));
    } else {
      writeFileSync(path.join(this.folder, "cpu.max"), `${quota ?? "max"} ${PERIOD_US}`);
    }
  }

  /** Its processes get what they may have, however many others want CPU at the time. */
  goFirst(): void {
    const [file, weight] = this.isOld ? ["cpu.shares", MOST_SHARES] : ["cpu.weight", MOST_WEIGHT];
    writeFileSync(path.join(this.folder, file), String(weight));
  }

  /** Lets its processes go, and removes it. */
  remove(): void {
    for (;;) {
      for (const pid of listProcessesOf(this.folder)) move(pid, this.home);
      try {
        rmdirSync(this.folder);
        return;
      } catch (error) {
        // One of them has started another.
        if (codeOf(error) !== IN_USE) throw error;
      }
    }
  }
}

/**
 * Gives each of these processes at most `share` of a core. Returns a function that removes the limit, or null if this
 * user may not, or the system has none.
 */
export function limitCpu(pids: readonly number[], share: number): (() => void) | null {
  const groups: CpuGroup[] = [];
  const undo = () => {
    for (const group of groups.splice(0)) group.remove();
  };
  for (const pid of pids) {
    const group = CpuGroup.make();
    if (group === null) {
      undo();
      return null;
    }
    groups.push(group);
    group.limit(share);
    group.add(() => [pid]);
  }
  return undo;
}

function listProcessesOf(folder: string): number[] {
  return readFileSync(path.join(folder, "cgroup.procs"), "utf8").split("\n").filter(Boolean).map(Number);
}

/** A process may have ended meanwhile. */
function move(pid: number, folder: string): void {
  try {
    writeFileSync(path.join(folder, "cgroup.procs"), String(pid));
  } catch (error) {
    if (codeOf(error) !== GONE) throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
