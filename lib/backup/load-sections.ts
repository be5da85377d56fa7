import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { refuseMissing } from "@/lib/backup/check-backup";
import { BackupError, type SectionLine } from "@/lib/backup/format";
import type { BackupReader } from "@/lib/backup/read-backup";
import { quote } from "@/lib/backup/tables";
import { OF_NO_PROJECT } from "@/lib/db/placement/distribute";

/**
 * Loads all rows of a backup into its tables, where the database `isSpread` onto its servers. Returns the rows of each
 * table. A table's triggers rest meanwhile, since their effects are in the backup too.
 */
export async function loadSections(
  client: pg.ClientBase,
  sections: ReturnType<BackupReader["sections"]>,
  isSpread: boolean,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  // A table has many sections, one after the other; where it is spread, each server has to be told of its triggers.
  let resting: string | null = null;
  for (;;) {
    const { value, done } = await sections.next();
    if (done) {
      refuseMissing(counts, value.rows);
      if (resting !== null) await setTriggers(client, resting, "enable");
      return counts;
    }
    const { table } = value.line;
    if (table !== resting) {
      if (resting !== null) await setTriggers(client, resting, "enable");
      await setTriggers(client, table, "disable");
      resting = table;
    }
    const isMixed = isSpread && table in OF_NO_PROJECT;
    const loaded = await (isMixed ? loadMixed : loadSection)(client, value.line, value.rows);
    counts.set(table, (counts.get(table) ?? 0) + loaded);
  }
}

async function setTriggers(client: pg.ClientBase, table: string, to: "enable" | "disable"): Promise<void> {
  await client.query(`alter table ${quote(table)} ${to} trigger user`);
}

/** COPY loads all of a section or nothing. */
async function loadSection(
  client: pg.ClientBase,
  { table, columns }: SectionLine,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${quote(table)} (${columns.map(quote).join(", ")}) from stdin`));
  try {
    await pipeline(Readable.from(rows, { objectMode: false }), copy);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`Rows of ${table} cannot be loaded: ${(error as Error).message}.`, { cause: error });
  }
  return copy.rowCount;
}

/** Loads a section of which some rows may name no project. */
async function loadMixed(
  client: pg.ClientBase,
  { table, columns }: SectionLine,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const list = columns.map(quote).join(", ");
  await client.query("begin");
  await client.query(`create temporary table loaded on commit drop as select ${list} from ${quote(table)} limit 0`);
  const count = await loadSection(client, { table: "loaded", columns }, rows);
  const settle = OF_NO_PROJECT[table];
  if (settle) await client.query(settle("loaded"));
  await client.query(`insert into ${quote(table)} (${list}) select ${list} from loaded`);
  await client.query("commit");
  return count;
}
