import { readFileSync, readlinkSync } from "node:fs";

/**
 * The identity of this process among all that ever were: the boot of its machine, its pid namespace, its pid, and its
 * start time. Null if the system does not provide them (it takes Linux's /proc).
 */
export function identifyProcess(): string | null {
  const machine = identifyMachine();
  const startedAt = readStart(process.pid);
  return machine === null || startedAt === null ? null : `${machine} ${process.pid} ${startedAt}`;
}

/** The prefix of the identities of all processes whose end is visible from here. */
export function identifyMachine(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
}

/** Whether the process with this identity is known to have ended; false for one of another machine. */
export function hasProcessEnded(identity: string): boolean {
  const machine = identifyMachine();
  if (machine === null || !identity.startsWith(`${machine} `)) return false;
  const [pid, startedAt] = identity.slice(machine.length + 1).split(" ");
  return readStart(Number(pid)) !== startedAt;
}

/** In ticks since the boot; null for a process that is gone or a zombie. */
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in brackets, may contain spaces and brackets; the third field follows it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
