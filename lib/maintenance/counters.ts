/** A table of counters per hour; what is counted is appended to its `deltas` and folded later. */
export type Counters = { table: string; deltas: string; keys: readonly string[]; counts: readonly string[] };

export const COUNTERS: readonly Counters[] = [
  {
    table: "endpoint_stats",
    deltas: "endpoint_stat_deltas",
    keys: ["project_id", "endpoint_id"],
    counts: ["deliveries", "attempts", "attempts_failed", "succeeded", "failed", "discarded"],
  },
  {
    table: "event_stats",
    deltas: "event_stat_deltas",
    keys: ["project_id"],
    counts: ["accepted", "duplicates", "discarded", "failed"],
  },
];

/**
 * A statement that takes rows away and adds them to the counters, so that readers see each count once; it answers how
 * many it took, as `taken`. `hour` is the expression of the hour to which a taken row is added.
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
