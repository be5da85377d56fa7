import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { END_OF_ROWS, type Ending, FORMAT, FORMAT_VERSION, type Heading, type SectionLine } from "@/lib/backup/format";
import { openSnapshot, type Snapshot } from "@/lib/backup/snapshot";
import { isOfDays, listParts, listTables, readSequences, type Table } from "@/lib/backup/tables";
import { soleRow } from "@/lib/db/sole-row";
import { version } from "@/lib/kernel/version";

/** Whole UTC days, both inclusive, each `YYYY-MM-DD`. */
export type BackupDays = { from?: string | undefined; to?: string | undefined };

export type BackupParts = {
  /** The database's address. */
  url: string;
  /** The days of which events and deliveries are written; of the others only what waits. All unless given. */
  days?: BackupDays | undefined;
  /** The same installation goes on with it: nobody is signed out. */
  isMove?: boolean;
  /** A line for the operator: a table and its rows, or what is waited for. */
  note?: (line: string) => void;
};

/**
 * Writes the database as it is at one instant, beside running copies, as `format.ts` describes. Rows are read as they
 * are consumed: memory does not grow with them. Retention waits meanwhile, since it truncates days, which even a
 * snapshot would see.
 */
export async function* writeBackup({
  url,
  days = {},
  isMove = false,
  note = () => {},
}: BackupParts): AsyncGenerator<Buffer> {
  const snapshot = await openSnapshot(url, note);
  try {
    const { client } = snapshot;
    const tables = await listTables(client, { isMove });
    yield line((await readHeading(client, days)) satisfies Heading);
    const count = { sections: 0, rows: 0 };
    for (const table of tables) {
      const before = count.rows;
      for (const copied of await sectionsOf(client, table, days)) yield* writeSection(snapshot, table, copied, count);
      if (count.rows > before) note(`${table.name}: ${(count.rows - before).toLocaleString("en")}`);
    }
    yield line({ end: true, ...count } satisfies Ending);
  } finally {
    await snapshot.close();
  }
}

function line(content: object): Buffer {
  return Buffer.from(`${JSON.stringify(content)}\n`);
}

async function readHeading(client: pg.ClientBase, days: BackupDays): Promise<Heading> {
  const { rows } = await client.query<{ migrations: string[]; keys: string[]; postgres: string; at: Date }>(
    `select array(select name from schema_migrations order by name) as migrations,
       array(select id from master_keys order by id) as keys, current_setting('server_version') as postgres, now() as at`,
  );
  const { migrations, keys, postgres, at } = soleRow(rows);
  const parts = await listParts(client, "events");
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    program: version,
    postgres,
    made_at: at.toISOString(),
    migrations,
    keys,
    days: isEveryDay(days) ? null : { from: days.from ?? null, to: days.to ?? null },
    partitions: parts.flatMap(({ day }) => (day !== null && isWanted(day, days) ? [day] : [])),
    sequences: await readSequences(client),
  };
}

function isEveryDay({ from, to }: BackupDays): boolean {
  return from === undefined && to === undefined;
}

function isWanted(day: string, { from, to }: BackupDays): boolean {
  return (from === undefined || from <= day) && (to === undefined || day <= to);
}

/** What COPY reads: a table, a partition, or those rows of one that wait. */
async function sectionsOf(client: pg.ClientBase, { name, columns }: Table, days: BackupDays): Promise<string[]> {
  const list = columns.map(quote).join(", ");
  if (!isOfDays(name)) return [`${quote(name)} (${list})`];
  const parts = await listParts(client, name);
  return parts.map(({ name: part, day }) => {
    const isWhole = isEveryDay(days) || (day !== null && isWanted(day, days));
    return isWhole ? `${quote(part)} (${list})` : `(select ${list} from ${quote(part)} t where ${WAITS[name]})`;
  });
}

/** Whether a row is needed for what is still to be routed or sent. */
const QUEUED = "exists (select from delivery_queue q where q.project_id = t.project_id and q.delivery_id = ";
const WAITS: Readonly<Record<string, string>> = {
  events: `exists (select from delivery_queue q where q.project_id = t.project_id and q.event_id = t.id)
    or exists (select from routing_queue q where q.project_id = t.project_id and q.event_id = t.id)`,
  event_deliveries: `${QUEUED} t.id)`,
  delivery_attempts: `${QUEUED} t.delivery_id)`,
  meta_events: `${QUEUED} t.id)`,
};

async function* writeSection(
  snapshot: Snapshot,
  { name, columns }: Table,
  copied: string,
  count: { sections: number; rows: number },
): AsyncGenerator<Buffer> {
  const client = await snapshot.begin();
  const rows = client.query(copyTo(`copy ${copied} to stdout`));
  let isBegun = false;
  for await (const chunk of rows) {
    // A partition of a day to come has no rows and needs no section.
    if (!isBegun) yield line({ table: name, columns } satisfies SectionLine);
    isBegun = true;
    yield chunk;
  }
  await client.query("commit");
  if (!isBegun) return;
  yield END_OF_ROWS;
  count.sections += 1;
  count.rows += rows.rowCount;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
