import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { refuseMissing } from "@/lib/backup/check-backup";
import { BackupError, type Heading, type SectionLine } from "@/lib/backup/format";
import type { BackupReader } from "@/lib/backup/read-backup";
import { COPY_OPTIONS } from "@/lib/backup/snapshot";
import { releaseTarget, takeTarget } from "@/lib/backup/target";
import { TOO_OLD, tellByBaseline } from "@/lib/db/baseline";
import { openConnection } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { listMigrations } from "@/lib/db/migration-files";
import { ensurePartitionsOf } from "@/lib/db/partitions";

export type RestoreParts = {
  /** The address of an empty database. */
  url: string;
  backup: BackupReader;
  /** A line for the operator: a table and its rows, or what is done. */
  note?: (line: string) => void;
};

/**
 * Restores a backup into an empty database: the schema that it was made with, its rows, then the migrations since, so
 * that they change the rows as they would have. The database is of no use to a copy until all of it is done; what
 * breaks off is begun anew. Throws a BackupError if the backup is of a newer version or not whole, or if the database
 * is not empty.
 */
export async function restoreBackup({ url, backup, note = () => {} }: RestoreParts): Promise<void> {
  const { heading, sections } = backup;
  const schema = await findSchema(heading);
  const client = await openConnection(url, { application_name: "hookyard restore", options: COPY_OPTIONS });
  try {
    await takeTarget(client);
    await migrate(url, new Date(), undefined, { only: schema });
    await ensurePartitionsOf(client, heading.partitions);
    await loadSections(client, sections(), note);
    await setSequences(client, heading);
    note("Analyzing what was loaded, so that queries are planned well.");
    await client.query("analyze");
    await releaseTarget(client);
    for (const name of (await migrate(url)).ran) note(`Applied ${name}`);
  } finally {
    await client.end();
  }
}

/** The migrations that make the backup's schema. Throws a BackupError if this program has not all of them. */
export async function findSchema({ migrations, program }: Heading): Promise<string[]> {
  const known = await listMigrations();
  const schema = tellByBaseline(migrations, known);
  if (schema === null) throw new BackupError(`This version cannot restore the backup. ${TOO_OLD}`);
  const unknown = schema.filter((name) => !known.includes(name));
  if (unknown.length === 0) return schema;
  throw new BackupError(
    `The backup is of a newer Hookyard (${program}): it has ${unknown.join(", ")}, which this one does not know. Restore it with that version.`,
  );
}

async function loadSections(
  client: pg.ClientBase,
  sections: ReturnType<BackupReader["sections"]>,
  note: (line: string) => void,
): Promise<void> {
  const counts = new Map<string, number>();
  for (;;) {
    const { value, done } = await sections.next();
    if (done) {
      refuseMissing(counts, value.rows);
      break;
    }
    const { table } = value.line;
    counts.set(table, (counts.get(table) ?? 0) + (await loadSection(client, value.line, value.rows)));
  }
  for (const [table, count] of counts) note(`${table}: ${count.toLocaleString("en")}`);
}

/** A transaction for each section: a table's triggers rest, since their effects are in the backup too. */
async function loadSection(
  client: pg.ClientBase,
  { table, columns }: SectionLine,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const [name, ...list] = [table, ...columns].map((text) => `"${text.replaceAll('"', '""')}"`);
  await client.query("begin");
  await client.query(`alter table ${name} disable trigger user`);
  const copy = client.query(copyFrom(`copy ${name} (${list.join(", ")}) from stdin`));
  try {
    await pipeline(Readable.from(rows, { objectMode: false }), copy);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`Rows of ${table} cannot be loaded: ${(error as Error).message}.`, { cause: error });
  }
  await client.query(`alter table ${name} enable trigger user`);
  await client.query("commit");
  return copy.rowCount;
}

async function setSequences(client: pg.ClientBase, { sequences }: Heading): Promise<void> {
  for (const { table, column, value } of sequences) {
    await client.query("select setval(pg_get_serial_sequence($1, $2), $3)", [`public.${table}`, column, value]);
  }
}
