import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { allOf } from "@/lib/db/id-range";
import type { Slice } from "@/lib/db/keyset";
import { type Day, dayAt, dayOf, minIdOf } from "@/lib/kernel/day";
import { readDateRange } from "@/lib/wire/date-range";

/** Whole days of a partitioned table: from `first` until `last`, both inclusive; null if that end is open. */
export type Window = { first: Day | null; last: Day | null };

/** The dates between which a list can have rows at all. */
export type Bounds = { startDate?: string | undefined; endDate?: string | undefined; notBefore?: Date | undefined };

type Reading<Row> = {
  slice: Slice;
  bounds: Bounds;
  /** Whether the list can have no rows on such a day. */
  isEmpty?: (day: Day) => boolean;
  read: (window: Window, limit: number) => Promise<Row[]>;
};

/**
 * Reads a slice of a table that has a partition per day: first the day where the slice begins, then twice as many days
 * as before, until the slice is full. So the usual page plans and reads one partition, however many there are.
 */
export async function readInWindows<Row>(
  db: Kysely<DB>,
  { slice, bounds, isEmpty = () => false, read }: Reading<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const window of await listWindows(db, slice, { bounds, isEmpty })) {
    rows.push(...(await read(window, slice.limit - rows.length)));
    if (rows.length >= slice.limit) break;
  }
  return rows;
}

/** The condition that `column` is inside a window. */
export function withinWindow(column: string, { first, last }: Window): RawBuilder<boolean> {
  const id = sql.ref(column);
  return allOf([
    ...(first === null ? [] : [sql<boolean>`${id} >= ${minIdOf(first)}::uuid`]),
    ...(last === null ? [] : [sql<boolean>`${id} < ${minIdOf(last + 1)}::uuid`]),
  ]);
}

/** The days of a window until today; none if it has no beginning. */
export function daysOf({ first, last }: Window, today: Day): Day[] {
  if (first === null) return [];
  const end = Math.min(last ?? today, today);
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, place) => first + place);
}

type Days = { bounds: Bounds; isEmpty: (day: Day) => boolean };

async function listWindows(db: Kysely<DB>, slice: Slice, { bounds, isEmpty }: Days): Promise<Window[]> {
  const today = dayAt(new Date());
  const days = (await listDays(db)).filter((day) => day <= today);
  const units = splitDays(endsOf(slice, bounds), days);
  const wanted = units.filter(({ emptyWith }) => emptyWith === null || !isEmpty(emptyWith));
  if (!slice.ascending) wanted.reverse();
  const windows = groupDays(
    wanted.filter(({ emptyWith }) => emptyWith !== null),
    slice.ascending,
  );
  // Days before the first partition get a window of their own: together with a known day, nothing would be known of
  // either.
  const before = wanted.filter(({ emptyWith }) => emptyWith === null).map(({ first, last }) => ({ first, last }));
  return slice.ascending ? [...before, ...windows] : [...windows, ...before];
}

/** The first and the last day where a row of the slice can be. */
function endsOf({ from, ascending }: Slice, bounds: Bounds): Window {
  const { start, end } = readDateRange(bounds);
  const begin = from && dayOf(from.id);
  return {
    first: greatest([start && dayAt(start), bounds.notBefore && dayAt(bounds.notBefore), ascending ? begin : null]),
    last: least([end && dayAt(end), ascending ? null : begin]),
  };
}

/** A window of one day, then of twice as many as before; `days` are in the order of the list. */
function groupDays(days: readonly Unit[], ascending: boolean): Window[] {
  const windows: Window[] = [];
  for (let at = 0, size = 1; at < days.length; at += size, size *= 2) {
    const group = days.slice(at, at + size);
    if (!ascending) group.reverse();
    windows.push({ first: group[0]?.first ?? null, last: group.at(-1)?.last ?? null });
  }
  return windows;
}

type Unit = Window & { emptyWith: Day | null };

/** Days that have a partition, one by one, the newest until the window's end; everything before them is one unit. */
function splitDays({ first, last }: Window, days: readonly Day[]): Unit[] {
  const isInside = (day: Day) => (first === null || day >= first) && (last === null || day <= last);
  const inside = days.filter(isInside);
  const [oldest = last === null ? null : last + 1] = inside;
  const newest = inside.at(-1);
  if (oldest === null) return [{ first, last, emptyWith: null }];
  const units: Unit[] = inside.map((day) => ({ first: day, last: day, emptyWith: day }));
  const end = units.at(-1);
  if (end && newest === days.at(-1)) end.last = last;
  if (first === null || first < oldest) units.unshift({ first, last: oldest - 1, emptyWith: null });
  return units;
}

const MEMORY_MS = 60_000;
const remembered = new WeakMap<object, { days: Day[]; until: number }>();

/** The days that have a partition. They may be a minute old: the windows at both ends are open or end with the list. */
async function listDays(db: Kysely<DB>): Promise<Day[]> {
  const known = remembered.get(db);
  if (known && known.until > Date.now()) return known.days;
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_deliveries'::regclass`.execute(db);
  const days = rows
    .map(({ name }) => /_(\d{4})_(\d\d)_(\d\d)$/.exec(name))
    .filter((match) => match !== null)
    .map(([, year, month, day]) => dayAt(new Date(`${year}-${month}-${day}T00:00:00Z`)))
    .sort((a, b) => a - b);
  remembered.set(db, { days, until: Date.now() + MEMORY_MS });
  return days;
}

function greatest(days: readonly (Day | null | undefined)[]): Day | null {
  const given = days.filter((day) => typeof day === "number");
  return given.length === 0 ? null : Math.max(...given);
}

function least(days: readonly (Day | null | undefined)[]): Day | null {
  const given = days.filter((day) => typeof day === "number");
  return given.length === 0 ? null : Math.min(...given);
}
