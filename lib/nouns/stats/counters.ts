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

type Wanted = { projectId: string; range: OpenRange; endpointIds: readonly string[] };

/** Counters as a table: folded ones and those appended since. Without an endpoint it covers all of them. */
export function counterRows({ projectId, range, endpointIds }: Wanted): RawBuilder<unknown> {
  const columns = sql.raw(`destination_id, hour, ${NAMES.join(", ")}`);
  const conditions = [sql`project_id = ${projectId}`];
  if (range.start) conditions.push(sql`hour >= ${atSecond(range.start)}`);
  if (range.end) conditions.push(sql`hour < ${atSecond(range.end)}`);
  if (endpointIds.length > 0) conditions.push(sql`destination_id = any(${endpointIds}::uuid[])`);
  const where = sql.join(conditions, sql` and `);
  return sql`(
    select ${columns} from endpoint_stats where ${where}
    union all
    select ${columns} from endpoint_stat_deltas where ${where}
  ) counted`;
}

/** In seconds, because a date beyond the year 9999 has no text that every reader accepts. */
function atSecond(at: Date): RawBuilder<Date> {
  return sql<Date>`to_timestamp(${at.getTime() / 1000}::float8)`;
}
