import { to as copyTo } from "pg-copy-streams";
import { END_OF_ROWS, type Ending, FORMAT, FORMAT_VERSION, type Heading, type SectionLine } from "@/lib/backup/format";
import { openSnapshot } from "@/lib/backup/snapshot";
import { isOfDays, listParts, listTables, quote, readNumbered, readSequences, type Table } from "@/lib/backup/tables";
import type { Snapshot, Source } from "@/lib/backup/view";
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
 * Writes the database as it is at one instant (of several servers, as `Snapshot` says), beside running copies, as
 * `format.ts` describes. Rows are read as they are consumed: memory does not grow with them. Retention waits meanwhile.
 * Throws a StartupError where a server is away, or shards move meanwhile: what was written is no whole backup then.
 */
export async function* writeBackup({
  url,
  days = {},
  isMove = false,
  note = () => {},
}: BackupParts): AsyncGenerator<Buffer> {
  const snapshot = await openSnapshot(url, note);
  try {
    const tables = await listTables(snapshot.client, { isMove });
    yield line((await readHeading(snapshot, tables, days)) satisfies Heading);
    const count = { sections: 0, rows: 0 };
    for (const table of tables) {
      const before = count.rows;
      yield* writeTable(snapshot, table, days, count);
      if (count.rows > before) note(`${table.name}: ${(count.rows - before).toLocaleString("en")}`);
    }
    await snapshot.insistOnPlaces();
    yield line({ end: true, ...count } satisfies Ending);
  } catch (error) {
    // A shard that has moved is missing where it was: it says more than that.
    await snapshot.insistOnPlaces();
    throw error;
  } finally {
    await snapshot.close();
  }
}

function line(content: object): Buffer {
  return Buffer.from(`${JSON.stringify(content)}\n`);
}

async function readHeading(
  { client, isSpread }: Snapshot,
  tables: readonly Table[],
  days: BackupDays,
): Promise<Heading> {
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
    sequences: isSpread ? await readNumbered(client, tables, at) : await readSequences(client),
  };
}

function isEveryDay({ from, to }: BackupDays): boolean {
  return from === undefined && to === undefined;
}

function isWanted(day: string, { from, to }: BackupDays): boolean {
  return (from === undefined || from <= day) && (to === undefined || day <= to);
}

type Count = { sections: number; rows: number };

/** Writes a table, or each part of it, from everywhere that has rows of it. */
async function* writeTable(snapshot: Snapshot, table: Table, days: BackupDays, count: Count): AsyncGenerator<Buffer> {
  const parts = isOfDays(table.name)
    ? await listParts(snapshot.client, table.name)
    : [{ name: table.name, isWhole: true }];
  for (const part of parts) {
    const isWhole = "isWhole" in part || isEveryDay(days) || (part.day !== null && isWanted(part.day, days));
    for (const source of snapshot.sourcesOf(table.name)) {
      yield* writeSection(source, table, { name: part.name, isWhole }, count);
    }
  }
}

type Copied = { name: string; isWhole: boolean };

/** What COPY reads: a table, a partition, or those rows of one that wait. */
function toCopied({ nameOf }: Source, { name: table, columns }: Table, { name, isWhole }: Copied): string {
  const list = columns.map(quote).join(", ");
  const place = quote(nameOf(name));
  if (isWhole) return `${place} (${list})`;
  return `(select ${list} from ${place} t where ${WAITS[table]?.(nameOf)})`;
}

type NameOf = Source["nameOf"];

/** Whether a row is needed for what is still to be routed or sent. */
const isQueued = (nameOf: NameOf, column: string, id: string, queue = "delivery_queue") =>
  `exists (select from ${quote(nameOf(queue))} q where q.project_id = t.project_id and q.${column} = t.${id})`;
const WAITS: Readonly<Record<string, (nameOf: NameOf) => string>> = {
  events: (nameOf) => `${isQueued(nameOf, "event_id", "id")} or ${isQueued(nameOf, "event_id", "id", "routing_queue")}`,
  event_deliveries: (nameOf) => isQueued(nameOf, "delivery_id", "id"),
  delivery_attempts: (nameOf) => isQueued(nameOf, "delivery_id", "delivery_id"),
  meta_events: (nameOf) => isQueued(nameOf, "delivery_id", "id"),
};

async function* writeSection(source: Source, table: Table, copied: Copied, count: Count): AsyncGenerator<Buffer> {
  const { name, columns } = table;
  const client = await source.begin();
  const rows = client.query(copyTo(`copy ${toCopied(source, table, copied)} to stdout`));
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
