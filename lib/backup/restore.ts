import type pg from "pg";
import { BackupError, type Heading } from "@/lib/backup/format";
import { loadSections } from "@/lib/backup/load-sections";
import type { BackupReader } from "@/lib/backup/read-backup";
import { quote } from "@/lib/backup/tables";
import { releaseTarget, takeTarget } from "@/lib/backup/target";
import { COPY_OPTIONS } from "@/lib/backup/view";
import { TOO_OLD, tellByBaseline } from "@/lib/db/baseline";
import { openConnection } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { listMigrations } from "@/lib/db/migration-files";
import { ensurePartitionsOf } from "@/lib/db/partitions";
import { countNodes, spreadAtStart } from "@/lib/db/placement/spread";

export type RestoreParts = {
  /** The address of an empty database. */
  url: string;
  backup: BackupReader;
  /** Whether the database is the coordinator of several servers, over which what is loaded is spread. */
  isSpread?: boolean;
  /** A line for the operator: a table and its rows, or what is done. */
  note?: (line: string) => void;
};

/**
 * Restores a backup into an empty database: the schema that it was made with, its rows, then the migrations since, so
 * that they change the rows as they would have. The database is of no use to a copy until all of it is done; what
 * breaks off is begun anew. Throws a BackupError if the backup is of a newer version or not whole, or if the database
 * is not empty, and a StartupError where it is to be spread and cannot be.
 */
export async function restoreBackup({ url, backup, isSpread = false, note = () => {} }: RestoreParts): Promise<void> {
  const { heading, sections } = backup;
  const schema = await findSchema(heading);
  const client = await openConnection(url, { application_name: "hookyard restore", options: COPY_OPTIONS });
  try {
    if (isSpread) await countNodes(client);
    await takeTarget(client);
    await migrate(url, new Date(), undefined, { only: schema });
    const spread = isSpread ? await spreadAtStart(url) : null;
    if (isSpread) await client.query("set citus.enable_unsafe_triggers = on");
    if (spread) note(`Spread over ${spread.nodes} servers in ${spread.shards} shards.`);
    await ensurePartitionsOf(client, heading.partitions);
    const counts = await loadSections(client, sections(), isSpread);
    for (const [table, count] of counts) note(`${table}: ${count.toLocaleString("en")}`);
    await setSequences(client, heading);
    note("Analyzing what was loaded, so that queries are planned well.");
    // By name, and each by itself: Citus says nothing else to other servers.
    for (const table of counts.keys()) await client.query(`analyze ${quote(table)}`);
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

async function setSequences(client: pg.ClientBase, { sequences }: Heading): Promise<void> {
  for (const { table, column, value } of sequences) {
    await client.query("select setval(pg_get_serial_sequence($1, $2), $3)", [`public.${table}`, column, value]);
  }
}
