import { type RawBuilder, sql } from "kysely";
import type { OpenRange } from "@/lib/nouns/stats/hours";

/** The sums of the counters, as JavaScript numbers. */
export type Sums = {
  deliveries: number;
  succeeded: number;
  failed: number;
  discarded: number;
  attempts: number;
  attempts_failed: number;
};

const NAMES = ["deliveries", "succeeded", "failed", "discarded", "attempts", "attempts_failed"] as const;

/** The select list that sums rows of `counterRows`. */
export const SUMS = sql.raw(NAMES.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(", "));

type Wanted = { projectId: string; range: OpenRange; endpointIds: readonly string[]; by?: "minute" | "hour" };

/**
 * Counters as a table: folded ones and those appended since, each with its time as `at`. Without an endpoint it covers
 * all of them. By the minute it has the last day.
 */
export function counterRows({ projectId, range, endpointIds, by = "hour" }: Wanted): RawBuilder<unknown> {
  const select = (table: string, time: "minute" | "hour") => {
    const conditions = [sql`project_id = ${projectId}`];
    const at = sql.ref(time);
    if (range.start) conditions.push(sql`${at} >= ${atSecond(range.start)}`);
    if (range.end) conditions.push(sql`${at} < ${atSecond(range.end)}`);
    if (endpointIds.length > 0) conditions.push(sql`destination_id = any(${endpointIds}::uuid[])`);
    return sql`select destination_id, ${at} as at, ${sql.raw(NAMES.join(", "))}
      from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  };
  const folded = by === "minute" ? select("endpoint_minutes", "minute") : select("endpoint_stats", "hour");
  return sql`(${folded} union all ${select("endpoint_stat_deltas", "minute")}) counted`;
}

/** In seconds, because a date beyond the year 9999 has no text that every reader accepts. */
function atSecond(at: Date): RawBuilder<Date> {
  return sql<Date>`to_timestamp(${at.getTime() / 1000}::float8)`;
}
