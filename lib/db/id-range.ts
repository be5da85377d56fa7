import { type RawBuilder, sql } from "kysely";
import { minIdAt } from "@/lib/kernel/ids";
import { readDateRange } from "@/lib/wire/date-range";

/** Matches ids made between two dates, both inclusive; a range of ids prunes partitions. */
export function withinDates(
  column: string,
  query: { startDate?: string | undefined; endDate?: string | undefined },
): RawBuilder<boolean> {
  const { start, end } = readDateRange(query);
  const id = sql.ref(column);
  const bounds = [
    ...(start ? [sql<boolean>`${id} >= ${minIdAt(start)}::uuid`] : []),
    ...(end ? [sql<boolean>`${id} < ${minIdAt(new Date(end.getTime() + 1))}::uuid`] : []),
  ];
  return allOf(bounds);
}

/** All of the conditions; true if there are none. */
export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Matches rows with these ids and states the range that they span, so that partitions are pruned. */
export function amongIds(column: string, ids: readonly string[]): RawBuilder<boolean> {
  const sorted = [...ids].sort();
  const id = sql.ref(column);
  return sql<boolean>`(${id} = any(${ids}::uuid[]) and ${id} between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid)`;
}
