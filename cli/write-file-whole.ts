import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Writes what comes out of the streams to a file. It appears when it is complete and on disk, and replaces one of that
 * name; only its owner may read it.
 */
export async function writeFileWhole(file: string, ...streams: [Readable, ...Duplex[]]): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await pipeline([...streams, createWriteStream(unfinished, { mode: 0o600, flags: "wx", flush: true })]);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
