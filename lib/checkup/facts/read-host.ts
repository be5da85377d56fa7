import { access, constants, readFile, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { DataFolder, Parts } from "@/lib/checkup/facts/facts";
import type { Env } from "@/lib/kernel/env";

/** File systems that a restart empties: tmpfs and ramfs (Linux: magic.h). */
const IN_MEMORY = [0x01021994, 0x858458f6];

/** Files in the data folder that whoever reads them can decrypt or enter everything with. */
const SECRETS = ["secret", "database.json"];

/** Looks at HOOKYARD_DATA; null where the installation has nothing there. */
export async function readDataFolder(env: Env): Promise<DataFolder | null> {
  const { HOOKYARD_DATA: folder, DATABASE_URL, HOOKYARD_SECRET } = env;
  if (DATABASE_URL !== undefined && HOOKYARD_SECRET !== undefined) return null;
  const entry = await findEntry(folder);
  if (entry === null) return null;
  const { type, bavail, blocks, bsize } = await statfs(folder);
  const secrets = await Promise.all(
    SECRETS.map(async (name) => {
      const file = path.join(folder, name);
      const found = await findEntry(file);
      return found ? [{ file, mode: found.mode & 0o777 }] : [];
    }),
  );
  return {
    folder,
    mode: entry.mode & 0o7777,
    isInMemory: process.platform === "linux" && IN_MEMORY.includes(type),
    hasDatabase: DATABASE_URL === undefined,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    secrets: secrets.flat(),
  };
}

/** Whether days can be written to HOOKYARD_EXPORT_DIR, which is made with what leads to it; null without one. */
export async function readExportFolder({ HOOKYARD_EXPORT_DIR: folder }: Env): Promise<Parts["export folder"] | null> {
  if (folder === undefined) return null;
  return { folder, problem: await findWriteProblem(folder) };
}

async function findWriteProblem(folder: string): Promise<string | null> {
  const entry = await findEntry(folder);
  if (entry === null) return findWriteProblem(path.dirname(folder));
  if (!entry.isDirectory()) return `${folder} is no folder`;
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => null,
    (error: Error) => error.message,
  );
}

/** How many files and connections a process may have open; null where the system does not tell. */
export async function readOpenFiles(): Promise<Parts["open files"] | null> {
  if (process.platform !== "linux") return null;
  const limits = await readFile("/proc/self/limits", "utf8");
  // Node.js raises the soft limit to the hard one when it starts.
  const hard = /^Max open files +\S+ +(\d+)/m.exec(limits)?.[1];
  return hard === undefined ? null : { limit: Number(hard) };
}

async function findEntry(file: string) {
  return stat(file).catch((error: NodeJS.ErrnoException) => {
    // Below a file there is nothing; the file itself is looked at then.
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
}
