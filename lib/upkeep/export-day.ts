import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { exportLines } from "@/lib/upkeep/export-lines";
import type { DayRange, Waiting } from "@/lib/upkeep/waiting";

/** A file with what was removed of a project's day, or a later part of it. */
export type ExportedPart = { part: number; file: string; lines: number };

const UNFINISHED = ".part.tmp";

/**
 * Writes what is about to be removed of a project's day to `<folder>/<project id>/<day>.jsonl.gz`. Returns when the
 * whole file is on disk under that name; until then it has another one, so that a file is either complete or absent. A
 * day of which something was kept gets a second part, `<day>.2.jsonl.gz`, when that is removed. The part is recorded
 * together with the removal; if that fails, the next round writes the same part anew.
 */
export async function exportDay(
  client: pg.ClientBase,
  folder: string,
  { projectId, range, leftOut }: { projectId: string; range: DayRange; leftOut: Waiting },
): Promise<ExportedPart> {
  const part = await nextPart(client, projectId, range);
  const place = path.join(folder, projectId);
  await mkdir(place, { recursive: true, mode: 0o700 });
  await removeUnfinished(place);
  const name = `${range.day}${part > 1 ? `.${part}` : ""}.jsonl.gz`;
  const unfinished = path.join(place, name + UNFINISHED);

  let lines = 0;
  const counted = async function* () {
    for await (const line of exportLines(client, projectId, range, leftOut)) {
      lines += 1;
      yield line;
    }
  };
  await pipeline(Readable.from(counted()), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
  await sync(unfinished);
  await rename(unfinished, path.join(place, name));
  await sync(place);
  return { part, file: path.join(projectId, name), lines };
}

async function nextPart(client: pg.ClientBase, projectId: string, { day }: DayRange): Promise<number> {
  const { rows } = await client.query<{ part: number }>(
    "select coalesce(max(part), 0) + 1 as part from retention_exports where project_id = $1 and day = $2",
    [projectId, day],
  );
  return soleRow(rows).part;
}

/** Left by a copy that died while writing: only one copy at a time exports. */
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
