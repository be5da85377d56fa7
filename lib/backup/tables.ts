import type pg from "pg";
import { RESTORE_MARK } from "@/lib/db/migrate";
import { PARTITIONED_TABLES } from "@/lib/db/partitions";
import { NUMBERS_TABLE, numberAfter } from "@/lib/db/placement/identities";

/**
 * What describes running copies, or a restore makes itself. All other tables are backed up, so that one that is added is
 * not forgotten; workers too: where they are restored they are dead, and that frees their leases at once.
 */
const OF_PROCESSES: readonly string[] = ["copies", "schema_migrations", RESTORE_MARK, NUMBERS_TABLE];
/** What lets somebody in, and may have been ended since the backup: people sign in again. */
const OF_SESSIONS: readonly string[] = ["sessions", "setup_tokens"];

export type Table = { name: string; columns: string[] };

/** A partition of a table of days; `day` is null for the one with all other days. */
export type Part = { name: string; day: string | null };

/**
 * Lists the tables that are backed up, each behind the tables that it refers to, with the columns that are stored. In a
 * move the same installation goes on, so sessions do.
 */
export async function listTables(client: pg.ClientBase, { isMove = false } = {}): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1) order by c.relname`,
    [isMove ? OF_PROCESSES : [...OF_PROCESSES, ...OF_SESSIONS]],
  );
  return inOrder(rows.filter(isNoRemains)).map(({ name, columns }) => ({ name, columns }));
}

/** A part of a table that was moved or split: it is called as the table and a number, until Citus has removed it. */
function isNoRemains({ name }: { name: string }, _place: number, all: readonly { name: string }[]): boolean {
  const [whole] = name.split(/_\d{6,}$/);
  return whole === name || !all.some((other) => other.name === whole);
}

function inOrder<T extends { name: string; refersTo: string[] }>(tables: readonly T[]): T[] {
  const placed = new Map<string, T>();
  const place = (table: T, path: readonly string[]) => {
    if (placed.has(table.name)) return;
    if (path.includes(table.name)) throw new Error(`Tables refer to each other: ${[...path, table.name].join(", ")}.`);
    for (const name of table.refersTo) {
      const other = tables.find((one) => one.name === name);
      if (other) place(other, [...path, table.name]);
    }
    placed.set(table.name, table);
  };
  for (const table of tables) place(table, []);
  return [...placed.values()];
}

/** Lists the partitions of a table of days, the oldest day first. */
export async function listParts(client: pg.ClientBase, table: string): Promise<Part[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by c.relname`,
    [table],
  );
  return rows.map(({ name }) => ({ name, day: dayOf(table, name) }));
}

/** `2026-11-21` for `events_2026_11_21`. */
function dayOf(table: string, partition: string): string | null {
  const day = partition.slice(table.length + 1).replaceAll("_", "-");
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
}

export function isOfDays(table: string): boolean {
  return (PARTITIONED_TABLES as readonly string[]).includes(table);
}

type Sequence = { table: string; column: string; value: number };

/** Clocks of servers differ by less. */
const CLOCKS_MS = 60_000;

/**
 * The same of these tables of a database that is spread: its servers number rows by their clocks, and have done so until
 * `at`.
 */
export async function readNumbered(client: pg.ClientBase, tables: readonly Table[], at: Date): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname::text as table, a.attname::text as column
     from pg_attrdef d join pg_class c on c.oid = d.adrelid
       join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and pg_get_expr(d.adbin, d.adrelid) = 'number_row()' order by c.relname`,
    [tables.map(({ name }) => name)],
  );
  const value = numberAfter(new Date(at.getTime() + CLOCKS_MS));
  return rows.map((row) => ({ ...row, value }));
}

/** The last values of identity columns, of whose tables the rows may be gone. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select t.relname as table, a.attname as column, s.last_value as value
     from pg_class q join pg_depend d on d.objid = q.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
       join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
       join pg_sequences s on s.schemaname = 'public' and s.sequencename = q.relname
     where q.relkind = 'S' and q.relnamespace = 'public'::regnamespace and s.last_value is not null
     order by t.relname`,
  );
  return rows;
}

/** A name as SQL has it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
