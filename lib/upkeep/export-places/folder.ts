import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { ExportPlace } from "@/lib/upkeep/export-places/place";

const UNFINISHED = ".part.tmp";

/** A folder of this machine. Until a file is whole and on disk it has another name. */
export function folderPlace(folder: string): ExportPlace {
  return {
    async write({ projectId, name }, bytes) {
      const place = path.join(folder, projectId);
      await mkdir(place, { recursive: true, mode: 0o700 });
      await removeUnfinished(place);
      const unfinished = path.join(place, name + UNFINISHED);
      await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600 }));
      await sync(unfinished);
      await rename(unfinished, path.join(place, name));
      await sync(place);
    },
  };
}

/** Left by a copy that died while writing. */
async function removeUnfinished(place: string): Promise<void> {
  for (const name of await readdir(place)) if (name.endsWith(UNFINISHED)) await rm(path.join(place, name));
}

/** Flushes a file's bytes, or a folder's names. */
async function sync(place: string): Promise<void> {
  const handle = await open(place, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
