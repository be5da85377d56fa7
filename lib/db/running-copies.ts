import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "@/lib/db/embedded/embedded-leftover";

/** Where this program is installed: the folder of `lib` and `dist`, which contain this code. */
export const HOME = path.resolve(import.meta.dirname, path.basename(import.meta.dirname) === "dist" ? ".." : "../..");

/** A running copy of this installation. `dataDir` is null if it uses a database of the operator's. */
export type RunningCopy = { pid: number; dataDir: string | null; url: string | null };

/**
 * Notes beside the program that this copy runs, and where its data is: no secret. Commands of the same installation
 * find it. Returns a function that removes the note. Notes nothing if the folder cannot be written.
 */
export function noteRunningCopy(copy: Omit<RunningCopy, "pid">, home = HOME): () => void {
  const file = path.join(folderOf(home), `${process.pid}.json`);
  try {
    mkdirSync(folderOf(home), { recursive: true });
    writeFileSync(file, JSON.stringify({ pid: process.pid, ...copy } satisfies RunningCopy));
  } catch {
    return () => {};
  }
  return () => rmSync(file, { force: true });
}

/** Finds the copies of this installation whose process lives. Removes the notes of killed ones. */
export function findRunningCopies(home = HOME): RunningCopy[] {
  return listNotes(folderOf(home)).flatMap((file) => {
    const copy = read(file);
    if (copy && isAlive(copy.pid)) return copy.pid === process.pid ? [] : [copy];
    remove(file);
    return [];
  });
}

const folderOf = (home: string) => path.join(home, ".running");

function listNotes(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function read(file: string): RunningCopy | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as RunningCopy;
  } catch {
    return null;
  }
}

/** A note of another user may not be ours to remove. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
