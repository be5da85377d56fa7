import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { COUNTER_TABLES, mergeHours } from "@/lib/queue/fold-counters";

/** When counters of hours are merged into days (UTC), and those into months. Sums stay exact. */
const STEPS = [
  { unit: "day", afterDays: 90 },
  { unit: "month", afterDays: 400 },
] as const;
const ROWS_AT_ONCE = 50_000;

/**
 * Merges old counters into the first hour of their day or month, so that their number stays bounded; a batch of each at
 * a time. Returns whether there may be more.
 */
export async function rollUpCounters(client: pg.ClientBase): Promise<boolean> {
  let isMore = false;
  for (const counters of COUNTER_TABLES) {
    for (const table of counters.tables.filter(({ unit }) => unit === "hour")) {
      for (const step of STEPS) {
        const { rows } = await client.query<{ taken: number }>(mergeHours(counters, table, toMerge(table.name, step)));
        isMore ||= soleRow(rows).taken === ROWS_AT_ONCE;
      }
    }
  }
  return isMore;
}

function toMerge(table: string, { unit, afterDays }: (typeof STEPS)[number]): { removal: string; hour: string } {
  const removal = `
    delete from ${table} where ctid = any(array(
      select ctid from ${table}
      where hour < date_trunc('${unit}', now() - interval '${afterDays} days') and hour <> date_trunc('${unit}', hour)
      limit ${ROWS_AT_ONCE}
    ))`;
  return { removal, hour: `date_trunc('${unit}', hour)` };
}
