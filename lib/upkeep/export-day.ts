import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { exportLines } from "@/lib/upkeep/export-lines";
import type { ExportPlace } from "@/lib/upkeep/export-places/place";
import type { DayRange, Waiting } from "@/lib/upkeep/waiting";

/** A file with what was removed of a project's day, or a later part of it. */
export type ExportedPart = { part: number; file: string; lines: number };

type Removed = { projectId: string; range: DayRange; leftOut: Waiting };

/**
 * Writes what is about to be removed of a project's day to each of the places, as `<project id>/<day>.jsonl.gz`. Returns
 * when all of them have the whole file. A day of which something was kept gets a second part, `<day>.2.jsonl.gz`, when
 * that is removed. The part is recorded together with the removal; if that fails, or one of the places does, the next
 * round writes the same part anew.
 */
export async function exportDay(
  client: pg.ClientBase,
  places: readonly ExportPlace[],
  removed: Removed,
): Promise<ExportedPart> {
  const { projectId, range } = removed;
  const part = await nextPart(client, projectId, range);
  const name = `${range.day}${part > 1 ? `.${part}` : ""}.jsonl.gz`;
  let lines = 0;
  // Read anew for each place: none waits for a slower one, and nothing is kept in memory or on disk for it.
  for (const place of places) lines = await writeTo(place, client, { ...removed, name });
  return { part, file: `${projectId}/${name}`, lines };
}

/** Returns how many lines it were. */
async function writeTo(
  place: ExportPlace,
  client: pg.ClientBase,
  { projectId, range, leftOut, name }: Removed & { name: string },
): Promise<number> {
  let lines = 0;
  const counted = async function* () {
    for await (const line of exportLines(client, projectId, range, leftOut)) {
      lines += 1;
      yield line;
    }
  };
  const write = (bytes: AsyncIterable<Uint8Array>) => place.write({ projectId, name }, bytes);
  await pipeline(Readable.from(counted()), createGzip(), write);
  return lines;
}

async function nextPart(client: pg.ClientBase, projectId: string, { day }: DayRange): Promise<number> {
  const { rows } = await client.query<{ part: number }>(
    "select coalesce(max(part), 0) + 1 as part from retention_exports where project_id = $1 and day = $2",
    [projectId, day],
  );
  return soleRow(rows).part;
}
