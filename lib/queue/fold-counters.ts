import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { COUNTERS } from "@/lib/queue/transition";

/** A table of counters per hour. Counts are appended to its `deltas` and folded later. */
export type Counters = { table: string; deltas: string; keys: readonly string[]; counts: readonly string[] };

export const COUNTER_TABLES: readonly Counters[] = [
  {
    table: "endpoint_stats",
    deltas: "endpoint_stat_deltas",
    keys: ["project_id", "destination_id"],
    counts: COUNTERS,
  },
  {
    table: "event_stats",
    deltas: "event_stat_deltas",
    keys: ["project_id"],
    counts: ["accepted", "duplicates", "discarded", "failed"],
  },
];

/**
 * Builds a statement that removes rows and adds them to the counters, so that readers see each count once. It returns
 * the number of removed rows as `taken`. `hour` is the expression of the hour to which a removed row is added.
 */
export function addUp({ table, keys, counts }: Counters, removal: string, hour: string): string {
  const columns = keys.join(", ");
  return `
    with taken as (${removal} returning *), added as (
      insert into ${table} as s (${columns}, hour, ${counts.join(", ")})
      select ${columns}, ${hour}, ${counts.map((name) => `sum(${name})`).join(", ")}
      from taken group by ${columns}, ${hour}
      on conflict (${columns}, hour) do update
      set ${counts.map((name) => `${name} = s.${name} + excluded.${name}`).join(", ")}
    )
    select count(*)::int as taken from taken`;
}

const FOLDED_AT_ONCE = 20_000;

const HAS_DELTAS = `select ${COUNTER_TABLES.map(({ deltas }) => `exists (select from ${deltas} order by id limit 1)`).join(" or ")} as has`;

/** Whether there are counts to fold. */
export async function hasDeltas(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(HAS_DELTAS);
  return rows[0]?.has === true;
}

/** Folds a batch of appended counts of each table into its hourly rows. Returns whether there may be more. */
export async function foldCounters(client: pg.ClientBase): Promise<boolean> {
  let isMore = false;
  for (const counters of COUNTER_TABLES) {
    const { deltas } = counters;
    const oldest = `select id from ${deltas} order by id limit ${FOLDED_AT_ONCE}`;
    const { rows } = await client.query<{ taken: number }>(
      addUp(counters, `delete from ${deltas} where id in (${oldest})`, "hour"),
    );
    isMore ||= soleRow(rows).taken === FOLDED_AT_ONCE;
  }
  return isMore;
}
