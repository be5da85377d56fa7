import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

const BLOCK_BYTES = 64 * 1024;

/** Whether this user may mount file systems. */
export const mayMount = () => process.platform === "linux" && process.getuid?.() === 0;

/** Mounts a disk of that size, in memory, on the folder; returns a function that unmounts it. */
export function mountDisk(folder: string, mib: number): () => void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", folder]);
  return () => {
    execFileSync("umount", ["--lazy", folder]);
  };
}

/** Takes all the space of the folder's disk; returns a function that frees it. */
export function fillDisk(folder: string): () => void {
  const file = path.join(folder, "filler");
  const filler = openSync(file, "w");
  try {
    for (;;) writeSync(filler, Buffer.alloc(BLOCK_BYTES));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(filler);
  }
  return () => rmSync(file);
}
