import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { COUNTERS } from "@/lib/queue/transition";

/** A table of counters per hour. Counts are appended to its `deltas` and folded later. */
export type Counters = {
  table: string;
  deltas: string;
  /** The time of a delta. */
  at: "minute" | "hour";
  /** The same counters by the minute, where there are any. */
  minutes: string | null;
  keys: readonly string[];
  counts: readonly string[];
};

export const COUNTER_TABLES: readonly Counters[] = [
  {
    table: "endpoint_stats",
    deltas: "endpoint_stat_deltas",
    at: "minute",
    minutes: "endpoint_minutes",
    keys: ["project_id", "destination_id"],
    counts: COUNTERS,
  },
  {
    table: "event_stats",
    deltas: "event_stat_deltas",
    at: "hour",
    minutes: null,
    keys: ["project_id"],
    counts: ["accepted", "duplicates", "discarded", "failed"],
  },
];

/**
 * Builds a statement that removes rows and adds them to the counters, so that readers see each count once. It returns
 * the number of removed rows as `taken`. `hour` is the expression of the hour to which a removed row is added.
 */
export function addUp(counters: Counters, removal: string, hour: string): string {
  return `
    with taken as (${removal} returning *), added as (${addTo(counters, counters.table, { unit: "hour", at: hour })})
    select count(*)::int as taken from taken`;
}

/** Adds the rows of `taken` to a table of counters, each at the time that `at` says. */
function addTo(
  { keys, counts }: Counters,
  table: string,
  { unit, at }: { unit: string; at: string },
  where = "",
): string {
  const columns = keys.join(", ");
  return `
    insert into ${table} as s (${columns}, ${unit}, ${counts.join(", ")})
    select ${columns}, ${at}, ${counts.map((name) => `sum(${name})`).join(", ")}
    from taken ${where} group by ${columns}, ${at}
    on conflict (${columns}, ${unit}) do update
    set ${counts.map((name) => `${name} = s.${name} + excluded.${name}`).join(", ")}`;
}

const FOLDED_AT_ONCE = 20_000;

const HAS_DELTAS = `select ${COUNTER_TABLES.map(({ deltas }) => `exists (select from ${deltas} order by id limit 1)`).join(" or ")} as has`;

/** Whether there are counts to fold. */
export async function hasDeltas(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(HAS_DELTAS);
  return rows[0]?.has === true;
}

/** How long minutes are kept, as an interval of PostgreSQL. */
const MINUTES_KEPT = "1 day";

/** Removes a batch of appended counts and adds them to their hours, and to their minutes unless these are past. */
function fold(counters: Counters): string {
  const { deltas, minutes, at } = counters;
  const oldest = `select id from ${deltas} order by id limit ${FOLDED_AT_ONCE}`;
  const byMinute =
    minutes &&
    addTo(counters, minutes, { unit: "minute", at: "minute" }, `where minute > now() - interval '${MINUTES_KEPT}'`);
  return `
    with taken as (delete from ${deltas} where id in (${oldest}) returning *),
    added as (${addTo(counters, counters.table, { unit: "hour", at: `date_trunc('hour', ${at})` })})
    ${byMinute ? `, added_minutes as (${byMinute})` : ""}
    select count(*)::int as taken from taken`;
}

/** Folds a batch of appended counts of each table into its hourly rows. Returns whether there may be more. */
export async function foldCounters(client: pg.ClientBase): Promise<boolean> {
  let isMore = false;
  for (const counters of COUNTER_TABLES) {
    const { rows } = await client.query<{ taken: number }>(fold(counters));
    isMore ||= soleRow(rows).taken === FOLDED_AT_ONCE;
  }
  return isMore;
}

const FORGOTTEN_AT_ONCE = 20_000;

/** Deletes a batch of minutes that are past. Returns whether there may be more. */
export async function forgetMinutes(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`
    delete from endpoint_minutes where ctid = any(array(
      select ctid from endpoint_minutes where minute < now() - interval '${MINUTES_KEPT}' order by minute limit ${FORGOTTEN_AT_ONCE}
    ))`);
  return rowCount === FORGOTTEN_AT_ONCE;
}
