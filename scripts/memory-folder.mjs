import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
/** Far more than the unit tests were seen to have at once (0.5 GiB); the programs of the tests need memory, too. */
const ROOM = 12 * 1024 ** 3;

/**
 * Makes a folder in memory for the temporary files of a run, which every account may use, and removes it when this
 * process ends: the databases that tests make and drop by the hundred are thousands of small files each, and a disk's
 * file system takes up to five times as long for them. Null where the system has no such place (`MEMORY`), no program may run
 * from it, or fewer than `room` bytes are free there or of the memory.
 */
export function makeMemoryFolder({ place = MEMORY, room = ROOM } = {}) {
  if (freeIn(place) < room || freeMemory() < room || isNoexec(place)) return null;
  const folder = mkdtempSync(path.join(place, "hookyard-tests-"));
  chmodSync(folder, 0o1777);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return folder;
}

function freeIn(place) {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function freeMemory() {
  const available = /^MemAvailable: +(\d+) kB$/m.exec(readSystem("/proc/meminfo"))?.[1];
  return available === undefined ? os.freemem() : 1024 * Number(available);
}

function isNoexec(place) {
  const options = new RegExp(`^\\S+ ${place} \\S+ (\\S+)`, "m").exec(readSystem("/proc/mounts"))?.[1] ?? "";
  return options.split(",").includes("noexec");
}

/** Empty on a system that has no such file. */
function readSystem(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
