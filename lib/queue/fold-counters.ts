import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { ANSWER_CLASSES, DURATION_CLASSES } from "@/lib/queue/attempt-classes";
import { COUNTERS } from "@/lib/queue/transition";

/** Counters of one kind. Counts are appended to `deltas`, each in its minute, and are folded into the tables later. */
export type Counters = {
  deltas: string;
  tables: readonly Table[];
  counts: readonly string[];
  spreads: readonly Spread[];
};

/** Folded counters: a row for each key and hour or minute. */
export type Table = { name: string; unit: "hour" | "minute"; keys: readonly string[] };

/** A count by class, as a list. A delta names the class of its attempts, counted from 0, in the column `by`. */
type Spread = { name: string; by: string; size: number };

const DELIVERY_KEYS = ["project_id", "destination_id", "subscription_id"];
const EVENT_KEYS = ["project_id", "source_id"];

const DELIVERY_COUNTERS: Counters = {
  deltas: "endpoint_stat_deltas",
  tables: [
    { name: "endpoint_stats", unit: "hour", keys: DELIVERY_KEYS },
    { name: "endpoint_minutes", unit: "minute", keys: DELIVERY_KEYS },
    { name: "project_stats", unit: "hour", keys: ["project_id"] },
    { name: "project_minutes", unit: "minute", keys: ["project_id"] },
  ],
  counts: COUNTERS,
  spreads: [
    { name: "answers", by: "answer", size: ANSWER_CLASSES.length },
    { name: "durations", by: "duration", size: DURATION_CLASSES },
  ],
};

const EVENT_COUNTERS: Counters = {
  deltas: "event_stat_deltas",
  tables: [
    { name: "event_stats", unit: "hour", keys: EVENT_KEYS },
    { name: "event_minutes", unit: "minute", keys: EVENT_KEYS },
  ],
  counts: ["accepted", "duplicates", "discarded", "failed"],
  spreads: [],
};

export const COUNTER_TABLES: readonly Counters[] = [DELIVERY_COUNTERS, EVENT_COUNTERS];

/** The columns of a delta's spreads as lists of their own, as folded rows have them. */
export const DELTA_SPREADS = DELIVERY_COUNTERS.spreads
  .map(({ name, by }) => `case when ${by} is not null then array_fill(0, array[${by}::int]) || attempts end as ${name}`)
  .join(", ");

/** The sums of lists, place by place, without the zeros at the end. */
export const SPREAD_SUMS: Readonly<Record<string, string>> = Object.fromEntries(
  DELIVERY_COUNTERS.spreads.map(({ name, size }) => {
    const sums = Array.from({ length: size }, (_, place) => `coalesce(sum(${name}[${place + 1}]), 0)`);
    return [name, `coalesce((array[${sums.join(", ")}]::bigint[])[1:max(cardinality(${name}))], '{}')`];
  }),
);

/**
 * Builds a statement that removes rows of a table of hours and adds them to other hours of it, so that readers see each
 * count once. It returns the number of removed rows as `taken`. `hour` is the expression of the hour to which a removed
 * row is added.
 */
export function mergeHours(counters: Counters, table: Table, { removal, hour }: { removal: string; hour: string }) {
  return `
    with taken as (${removal} returning *), added as (${addTo(counters, table, hour)})
    select count(*)::int as taken from taken`;
}

/** Adds the rows of `taken` to a table of counters, each at the time that `at` says. */
function addTo({ counts, spreads }: Counters, { name: table, unit, keys }: Table, at: string, where = ""): string {
  const columns = keys.join(", ");
  const sums = [...counts.map((name) => `sum(${name})`), ...spreads.map(({ name }) => SPREAD_SUMS[name])];
  const sets = [
    ...counts.map((name) => `${name} = s.${name} + excluded.${name}`),
    ...spreads.map(
      ({ name }) => `${name} = array(
        select coalesce(a, 0) + coalesce(b, 0) from unnest(s.${name}, excluded.${name}) with ordinality as both_of(a, b, place)
        order by place)`,
    ),
  ];
  return `
    insert into ${table} as s (${columns}, ${unit}, ${[...counts, ...spreads.map(({ name }) => name)].join(", ")})
    select ${columns}, ${at}, ${sums.join(", ")}
    from taken ${where} group by ${columns}, ${at}
    on conflict (${columns}, ${unit}) do update set ${sets.join(", ")}`;
}

const FOLDED_AT_ONCE = 50_000;

const HAS_DELTAS = `select ${COUNTER_TABLES.map(({ deltas }) => `exists (select from ${deltas} order by id limit 1)`).join(" or ")} as has`;

/** Whether there are counts to fold. */
export async function hasDeltas(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(HAS_DELTAS);
  return rows[0]?.has === true;
}

/** How long minutes are kept, as an interval of PostgreSQL. */
const MINUTES_KEPT = "1 day";

/** The attempts of deltas by class, as a list without the zeros at its end. */
function sumsByClass({ by, size }: Spread): string {
  const sums = Array.from({ length: size }, (_, one) => `coalesce(sum(attempts) filter (where ${by} = ${one}), 0)`);
  return `coalesce((array[${sums.join(", ")}]::bigint[])[1:max(${by}) + 1], '{}')`;
}

/** Removes a batch of appended counts and adds them to their hours, and to their minutes unless these are past. */
function fold(counters: Counters): string {
  const { deltas, tables, counts, spreads } = counters;
  const oldest = `select id from ${deltas} order by id limit ${FOLDED_AT_ONCE}`;
  const keys = [...new Set(tables.flatMap((table) => table.keys))];
  const sums = [
    ...counts.map((name) => `sum(${name}) as ${name}`),
    ...spreads.map((spread) => `${sumsByClass(spread)} as ${spread.name}`),
  ].join(", ");
  const key = [...keys, "minute"].join(", ");
  const added = tables.map((table) => {
    const isKept = table.unit === "minute" ? `where minute > now() - interval '${MINUTES_KEPT}'` : "";
    return `added_to_${table.name} as (${addTo(counters, table, `date_trunc('${table.unit}', minute)`, isKept)})`;
  });
  return `
    with removed as (delete from ${deltas} where id in (${oldest}) returning *),
    taken as materialized (select ${key}, ${sums} from removed group by ${key}),
    ${added.join(",\n")}
    select count(*)::int as taken from removed`;
}

/** Folds a batch of appended counts of each kind. Returns whether there may be more. */
export async function foldCounters(client: pg.ClientBase): Promise<boolean> {
  let isMore = false;
  for (const counters of COUNTER_TABLES) {
    const { rows } = await client.query<{ taken: number }>(fold(counters));
    isMore ||= soleRow(rows).taken === FOLDED_AT_ONCE;
  }
  return isMore;
}

const FORGOTTEN_AT_ONCE = 20_000;

/** Deletes a batch of past minutes of each table. Returns whether there may be more. */
export async function forgetMinutes(client: pg.ClientBase): Promise<boolean> {
  let isMore = false;
  for (const { name, unit } of COUNTER_TABLES.flatMap(({ tables }) => tables)) {
    if (unit !== "minute") continue;
    const { rowCount } = await client.query(`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where minute < now() - interval '${MINUTES_KEPT}' order by minute limit ${FORGOTTEN_AT_ONCE}
      ))`);
    isMore ||= rowCount === FORGOTTEN_AT_ONCE;
  }
  return isMore;
}
