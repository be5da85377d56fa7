import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { listProjectTables, type ProjectTable } from "@/lib/upkeep/project-tables";

/** How many rows one statement deletes. */
const SLICE = 2_000;
const MAX_PAUSE_MS = 1_000;

type Removal = {
  readonly projectId: string;
  /** Tables whose rows stay for now. */
  readonly kept: readonly string[];
  /** Whether a table can be named in the shard: the day that was made seconds ago waits for another time. */
  readonly isReady?: (table: string) => boolean;
  readonly isStopping: () => boolean;
  readonly sliceRows?: number;
};

/**
 * Deletes all rows of a project, a slice at a time, and rests after each for as long as it took: others come first. It
 * passes through all tables until one pass finds nothing, because who worked for the project meanwhile may have written
 * more. Each slice is a transaction of its own, and a removal that begins anew continues where this one ended. Returns
 * whether nothing is left, false if it was stopped or a table was not ready.
 */
export async function removeProjectRows(client: pg.ClientBase, removal: Removal): Promise<boolean> {
  for (;;) {
    let found = 0;
    await forgetLimits(client, removal.projectId);
    const tables = await listProjectTables(client);
    if (!tables.every(({ name }) => removal.isReady?.(name) ?? true)) return false;
    for (const table of tables) {
      if (removal.kept.includes(table.parent)) continue;
      found += await empty(client, table, removal);
      if (removal.isStopping()) return false;
    }
    if (found === 0) return true;
  }
}

/** Buckets that a copy of version 0.1 made name no project, but the endpoint or subscription that has the limit. */
async function forgetLimits(client: pg.ClientBase, projectId: string): Promise<void> {
  const owned = (table: string) =>
    `delete from rate_buckets b using ${table} o where o.project_id = $1 and o.id = b.lane_id`;
  for (const table of ["endpoints", "subscriptions"]) await client.query(owned(table), [projectId]);
}

type Slice = { rows: number; last: string | null };

/** Returns how many rows there were. */
async function empty(client: pg.ClientBase, table: ProjectTable, removal: Removal): Promise<number> {
  const { projectId, isStopping, sliceRows = SLICE } = removal;
  let count = 0;
  let after: string | null = null;
  while (!isStopping()) {
    const startedAt = performance.now();
    const values: unknown[] = after === null ? [projectId, sliceRows] : [projectId, sliceRows, after];
    const slice: Slice = soleRow((await client.query<Slice>(deleteSlice(table, after !== null), values)).rows);
    count += slice.rows;
    if (slice.rows < sliceRows) break;
    after = slice.last;
    await pause(Math.min(performance.now() - startedAt, MAX_PAUSE_MS));
  }
  return count;
}

/** Walks along the key, so that the index entries of what was deleted before are not read again and again. */
function deleteSlice({ name, key, keyType }: ProjectTable, goesOn: boolean): string {
  const where = goesOn && key !== null ? `project_id = $1 and "${key}" >= $3::${keyType}` : "project_id = $1";
  const batch =
    key === null
      ? `select ctid as place, null as key from ${name} where ${where} limit $2`
      : `select ctid as place, "${key}" as key from ${name} where ${where} order by "${key}" limit $2`;
  return `
with batch as materialized (${batch}), gone as (
  delete from ${name} where ctid = any(array(select place from batch))
)
select count(*)::int as rows, (select key::text from batch order by key desc limit 1) as last from batch`;
}
