import { execFileSync } from "node:child_process";
import { closeSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
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
  return fillWith(path.join(folder, "filler"));
}

/**
 * Lets the server on a full disk open no connection any more: removes what it cached of its catalogues, as a vacuum of
 * them does, and takes the space. Returns a function that frees it.
 */
export function refuseConnections(folder: string): () => void {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (path.basename(file) === "pg_internal.init") rmSync(path.join(folder, file));
  }
  return fillWith(path.join(folder, "filler of caches"));
}

function fillWith(file: string): () => void {
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
