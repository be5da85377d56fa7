import { type RawBuilder, sql } from "kysely";
import type { OpenRange } from "@/lib/nouns/stats/hours";
import { DELTA_SPREADS, SPREAD_SUMS } from "@/lib/queue/fold-counters";

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

/** The attempts by answer and by duration, each a list without the zeros at its end. */
export type SpreadSums = { answers: number[]; durations: number[] };

/** The select list that sums rows of `counterRows` that were asked for their spreads, in a type that is read as numbers. */
export const SPREADS = sql.raw(
  `(${SPREAD_SUMS.answers})::float8[] as answers, (${SPREAD_SUMS.durations})::float8[] as durations`,
);

/** Deliveries of any of these; of all where a list is empty. */
export type Selected = {
  endpointIds?: readonly string[];
  /** To none of these. */
  otherThan?: readonly string[];
  subscriptionIds?: readonly string[];
  /** The sources that the deliveries' subscriptions belong to at present. */
  sourceIds?: readonly string[];
};

type Wanted = Selected & {
  projectId: string;
  range: OpenRange;
  by?: "minute" | "hour";
  /** With `destination_id` and `subscription_id`. */
  each?: boolean;
  spreads?: boolean;
};

/**
 * Counters as a table: folded ones and those appended since, each with its time as `at`. By the minute it has the last
 * day. What is read of a whole project costs the same with one endpoint and with many.
 */
export function counterRows(wanted: Wanted): RawBuilder<unknown> {
  const { projectId, range, by = "hour", each = false, spreads = false } = wanted;
  const selected = toConditions(wanted);
  const ofProject = !each && selected.length === 0;
  const ids = each ? "destination_id, subscription_id, " : "";
  const select = (table: string, time: "minute" | "hour", ofSpreads: string) => sql`
    select ${sql.raw(ids)}${sql.ref(time)} as at, ${sql.raw([...NAMES, ...(spreads ? [ofSpreads] : [])].join(", "))}
    from ${sql.table(table)}
    where ${sql.join([sql`project_id = ${projectId}`, ...withinRange(time, range), ...selected], sql` and `)}`;
  const tables = ofProject ? { hour: "project_stats", minute: "project_minutes" } : EACH;
  return sql`(
    ${select(tables[by], by, "answers, durations")} union all ${select("endpoint_stat_deltas", "minute", DELTA_SPREADS)}
  ) counted`;
}

const EACH = { hour: "endpoint_stats", minute: "endpoint_minutes" };

function toConditions({ endpointIds = [], otherThan = [], subscriptionIds = [], sourceIds = [], projectId }: Wanted) {
  const conditions: RawBuilder<boolean>[] = [];
  if (endpointIds.length > 0) conditions.push(sql`destination_id = any(${endpointIds}::uuid[])`);
  if (otherThan.length > 0) conditions.push(sql`destination_id <> all(${otherThan}::uuid[])`);
  if (subscriptionIds.length > 0) conditions.push(sql`subscription_id = any(${subscriptionIds}::uuid[])`);
  if (sourceIds.length > 0) {
    conditions.push(sql`subscription_id = any(array(
      select s.id from subscriptions s where s.project_id = ${projectId} and s.source_id = any(${sourceIds}::uuid[])))`);
  }
  return conditions;
}

type WantedEvents = { projectId: string; range: OpenRange; by?: "minute" | "hour"; sourceIds: readonly string[] };

/** The same for events: `source_id`, `at` and `accepted`. Without a source it covers all of them. */
export function eventCounterRows({ projectId, range, by = "hour", sourceIds }: WantedEvents): RawBuilder<unknown> {
  const select = (table: string, time: "minute" | "hour") => {
    const conditions = [sql`project_id = ${projectId}`, ...withinRange(time, range)];
    if (sourceIds.length > 0) conditions.push(sql`source_id = any(${sourceIds}::uuid[])`);
    return sql`select source_id, ${sql.ref(time)} as at, accepted
      from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  };
  const folded = by === "minute" ? select("event_minutes", "minute") : select("event_stats", "hour");
  return sql`(${folded} union all ${select("event_stat_deltas", "minute")}) counted`;
}

function withinRange(time: string, { start, end }: OpenRange): RawBuilder<boolean>[] {
  const at = sql.ref(time);
  const conditions: RawBuilder<boolean>[] = [];
  if (start) conditions.push(sql`${at} >= ${atSecond(start)}`);
  if (end) conditions.push(sql`${at} < ${atSecond(end)}`);
  return conditions;
}

/** In seconds, because a date beyond the year 9999 has no text that every reader accepts. */
function atSecond(at: Date): RawBuilder<Date> {
  return sql<Date>`to_timestamp(${at.getTime() / 1000}::float8)`;
}
