import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import type { Shards } from "@/lib/db/placement/shards";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { isSealed, keyIdOf, SEALED_COLUMNS, type SealedColumn, sealedText } from "@/lib/keys/sealed-columns";

type Row = { sealed: string; [key: `k${number}`]: string | Buffer };
type Done = { resealed: number; unreadable: number };

/** A row that was written during its batch is left to the next pass; passes repeat while rows are written. */
const MAX_PASSES = 10;
const MAX_DEADLOCKS = 5;

/**
 * Re-encrypts with the box's first key everything that any other key encrypted, and reports progress to `note`. It may
 * run beside working copies, and beside itself: a value is replaced only if it is still the one that was read. Progress
 * is kept, so a killed run is simply started again. Returns how many values no key of the box could decrypt, by their
 * description.
 */
export async function resealEverything(
  shards: Shards,
  box: SecretBox,
  note: (line: string) => void,
): Promise<Map<string, number>> {
  const unreadable = new Map<string, number>();
  for (const column of SEALED_COLUMNS) {
    const databases = column.isOfInstallation ? [shards.whole] : shards.all;
    let total = 0;
    let left = 0;
    for (const { upkeep } of databases) {
      const done = await resealPasses(upkeep, box, {
        column,
        note: (count) => note(`${column.words}: ${(total + count).toLocaleString("en")}`),
      });
      total += done.resealed;
      left += done.unreadable;
    }
    if (left > 0) unreadable.set(column.words, left);
  }
  return unreadable;
}

async function resealPasses(db: Kysely<DB>, box: SecretBox, { column, note }: Part): Promise<Done> {
  const all: Done = { resealed: 0, unreadable: 0 };
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = all.resealed;
    const { resealed, unreadable } = await resealColumn(db, box, { column, note: (count) => note(before + count) });
    all.resealed += resealed;
    all.unreadable = unreadable;
    if (resealed === 0) break;
  }
  return all;
}

type Part = { column: SealedColumn; note: (count: number) => void };

async function resealColumn(db: Kysely<DB>, box: SecretBox, { column, note }: Part): Promise<Done> {
  const done: Done = { resealed: 0, unreadable: 0 };
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await readBatch(db, box, { column, last });
    last = rows.at(-1) ?? null;
    if (last === null) return done;
    const opened = rows.flatMap((row) => {
      const sealed = reseal(box, row.sealed);
      return sealed === null ? [] : [{ ...row, fresh: sealed }];
    });
    done.unreadable += rows.length - opened.length;
    if (opened.length === 0) continue;
    done.resealed += await writeBatch(db, column, opened);
    note(done.resealed);
  }
}

function reseal(box: SecretBox, sealed: string): string | null {
  try {
    return box.seal(box.open(sealed));
  } catch {
    return null;
  }
}

async function readBatch(
  db: Kysely<DB>,
  { keyIds }: SecretBox,
  { column, last }: { column: SealedColumn; last: Row | null },
): Promise<Row[]> {
  const names = Object.keys(column.key);
  const columns = names.map((name) => sql.ref(`t.${name}`));
  const selected = columns.map((ref, i) => sql`${ref} as ${sql.ref(`k${i}`)}`);
  const after = last
    ? sql`and (${sql.join(columns)}) > (${sql.join(names.map((name, i) => sql`${last[`k${i}`]}::${typeOf(column, name)}`))})`
    : sql``;
  const { rows } = await sql<Row>`
    select ${sql.join(selected)}, ${sealedText(column)} as sealed from ${sql.table(column.table)} t
    where ${isSealed(column)} and ${keyIdOf(column)} <> ${keyIds[0]} ${after}
    order by ${sql.join(columns)} limit ${column.atOnce}`.execute(db);
  return rows;
}

/** Returns how many rows still had the value that was read. */
async function writeBatch(
  db: Kysely<DB>,
  column: SealedColumn,
  rows: readonly (Row & { fresh: string })[],
): Promise<number> {
  const names = Object.keys(column.key);
  const keys = names.map((name, i) => sql`${rows.map((row) => row[`k${i}`])}::${typeOf(column, name)}[]`);
  const isOf = names.map((name, i) => sql`t.${sql.ref(name)} = w.${sql.ref(`k${i}`)}`);
  const place = sql.ref(column.column);
  const value = column.path
    ? sql`jsonb_set(t.${place}, ${sql.lit(`{${column.path.join(",")}}`)}, to_jsonb(w.fresh))`
    : sql`w.fresh`;
  const update = sql`
    update ${sql.table(column.table)} t set ${place} = ${value}
    from unnest(${sql.join(keys)}, ${rows.map((row) => row.sealed)}::text[], ${rows.map((row) => row.fresh)}::text[])
      as w(${sql.join(names.map((_, i) => sql.ref(`k${i}`)))}, sealed, fresh)
    where ${sql.join(isOf, sql` and `)} and ${sealedText(column)} = w.sealed`;
  for (let tried = 1; ; tried++) {
    try {
      return Number((await update.execute(db)).numAffectedRows ?? 0);
    } catch (error) {
      if ((error as { code?: string }).code !== "40P01" || tried === MAX_DEADLOCKS) throw error;
    }
  }
}

function typeOf({ key }: SealedColumn, name: string) {
  return sql.raw(key[name] as string);
}
