import type pg from "pg";

/** Counters of whole hours are kept so long, then of whole days (UTC), then of whole months. Sums stay exact. */
const STEPS = [
  { unit: "day", afterDays: 90 },
  { unit: "month", afterDays: 400 },
] as const;
const ROWS_AT_ONCE = 50_000;

const TABLES = [
  {
    table: "endpoint_stats",
    keys: ["project_id", "endpoint_id"],
    counts: ["deliveries", "attempts", "attempts_failed", "succeeded", "failed", "discarded"],
  },
  { table: "event_stats", keys: ["project_id"], counts: ["accepted", "duplicates", "discarded", "failed"] },
] as const;

/**
 * Adds old counters up into the first hour of their day or month, so that their number stays bounded; a batch of each at
 * a time, and says whether there may be more.
 */
export async function rollUpCounters(client: pg.ClientBase): Promise<boolean> {
  let isMore = false;
  for (const { table, keys, counts } of TABLES) {
    for (const { unit, afterDays } of STEPS) {
      const { rows } = await client.query(`
        with taken as (
          delete from ${table} where ctid = any(array(
            select ctid from ${table}
            where hour < date_trunc('${unit}', now() - interval '${afterDays} days') and hour <> date_trunc('${unit}', hour)
            limit ${ROWS_AT_ONCE}
          )) returning *
        ), added as (
          insert into ${table} as s (${keys.join(", ")}, hour, ${counts.join(", ")})
          select ${keys.join(", ")}, date_trunc('${unit}', hour), ${counts.map((name) => `sum(${name})`).join(", ")}
          from taken group by ${keys.join(", ")}, date_trunc('${unit}', hour)
          on conflict (${keys.join(", ")}, hour) do update
          set ${counts.map((name) => `${name} = s.${name} + excluded.${name}`).join(", ")}
        )
        select count(*)::int as taken from taken`);
      isMore ||= rows[0].taken === ROWS_AT_ONCE;
    }
  }
  return isMore;
}
