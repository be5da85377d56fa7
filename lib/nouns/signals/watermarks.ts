import { type Given, statement } from "@/lib/db/statement";
import type { Signal } from "@/lib/kernel/vocabulary";

/** Sums of counters by hour, as text. */
type Sums = Readonly<Record<string, string>>;

/**
 * How far a project is. The counters are read folded and unfolded, so that folding them changes nothing; they go back
 * to the hour before this one. A change of older deliveries shows in the counts of theirs that are not folded yet.
 */
export type Watermarks = {
  readonly project_id: string;
  readonly accepted: Sums;
  readonly deliveries: Sums;
  readonly late: string | null;
  readonly audit_log: string | null;
  readonly alerts: string | null;
  /** The latest incidents that have not recovered. */
  readonly incidents: string | null;
  /** The latest problems that are not over, and the latest messages. */
  readonly problems: string | null;
  /** How much all receivers together got. */
  readonly receivers: string | null;
};

const COUNTED_EVENTS = "accepted, duplicates, discarded, failed";
const COUNTED_DELIVERIES = "deliveries, attempts, succeeded, failed, discarded";

/** The sums of a table's counters and of its deltas, by hour, as one object of texts. */
function sumsOf(table: string, deltas: string, columns: string): string {
  return `(
    select coalesce(jsonb_object_agg(hour, sums), '{}') from (
      select extract(epoch from hour)::bigint as hour, ${textOf(columns)} as sums from (
        select hour, ${columns} from ${table} s where s.project_id = w.project_id and s.hour >= since.hour
        union all
        select date_trunc('hour', minute), ${columns}
        from ${deltas} s where s.project_id = w.project_id and s.minute >= since.hour
      ) counts group by hour
    ) hours
  )`;
}

/** As many as a page shows. */
const MOST_INCIDENTS = 100;
const MOST_PROBLEMS = 100;
const MOST_MESSAGES = 20;

const sumOf = (column: string) => `coalesce(sum(${column}), 0)`;
const textOf = (columns: string) => `concat_ws(' ', ${columns.split(", ").map(sumOf).join(", ")})`;

/** Reads the watermarks of projects, all in one database snapshot, by what is new in them and not by how much they have. */
export const READ_WATERMARKS = statement(
  "read_watermarks",
  (given: Given<readonly string[]>) => `
select w.project_id,
  ${sumsOf("event_stats", "event_stat_deltas", COUNTED_EVENTS)} as accepted,
  ${sumsOf("project_stats", "endpoint_stat_deltas", COUNTED_DELIVERIES)} as deliveries,
  (select max(d.id)::text from endpoint_stat_deltas d where d.project_id = w.project_id and d.minute < since.hour) as late,
  (select a.id::text from audit_log a where a.project_id = w.project_id order by a.id desc limit 1) as audit_log,
  (select a.id::text from alerts a where a.project_id = w.project_id order by a.id desc limit 1) as alerts,
  (
    select concat_ws(' ', count(*), sum(i.attempts), max(i.last_seen_at), max(i.answered_at)) from (
      select attempts, last_seen_at, answered_at from incidents i
      where i.project_id = w.project_id and i.recovered_at is null order by i.id desc limit ${MOST_INCIDENTS}
    ) i
  ) as incidents,
  (
    select concat_ws(' ', count(*), sum(p.amount), max(p.raised_at)) from (
      select amount, raised_at from problems p
      where p.project_id = w.project_id and p.ended_at is null and p.raised_at is not null
      order by p.raised_at desc limit ${MOST_PROBLEMS}
    ) p
  ) || ' ' || (
    select concat_ws(' ', max(n.id::text), sum(n.num_trials), count(n.sent_at), count(n.failed_at)) from (
      select id, num_trials, sent_at, failed_at from notifications n
      where n.project_id = w.project_id order by n.id desc limit ${MOST_MESSAGES}
    ) n
  ) as problems,
  (select sum(r.received)::text from receivers r where r.project_id = w.project_id) as receivers
from unnest(${given.list("uuid", (projectIds) => projectIds)}) as w(project_id),
  (select date_trunc('hour', now()) - interval '1 hour' as hour) since`,
);

export type Difference = { readonly changed: readonly Signal[]; readonly newEvents: number };

/** What changed between two watermarks of a project. */
export function compareWatermarks(before: Watermarks, after: Watermarks): Difference {
  const differs: Partial<Record<Signal, boolean>> = {
    events: hasGrown(before.accepted, after.accepted),
    deliveries: hasGrown(before.deliveries, after.deliveries) || isNewer(before.late, after.late),
    alerts: isNewer(before.alerts, after.alerts),
    incidents: before.incidents !== after.incidents,
    problems: before.problems !== after.problems,
    audit_log: isNewer(before.audit_log, after.audit_log),
    receivers: isNewer(before.receivers, after.receivers),
  };
  const changed = (Object.keys(differs) as Signal[]).filter((signal) => differs[signal]);
  return { changed, newEvents: countNew(before.accepted, after.accepted) };
}

/** An hour that is no longer read has not changed. */
function hasGrown(before: Sums, after: Sums): boolean {
  return Object.entries(after).some(([hour, sums]) => before[hour] !== sums);
}

/** What was deleted is no news. */
function isNewer(before: string | null, after: string | null): boolean {
  return after !== null && after !== before;
}

function countNew(before: Sums, after: Sums): number {
  const acceptedIn = (sums: string | undefined) => Number(sums?.split(" ")[0] ?? 0);
  const news = Object.entries(after).map(([hour, sums]) => acceptedIn(sums) - acceptedIn(before[hour]));
  return Math.max(
    0,
    news.reduce((sum, one) => sum + one, 0),
  );
}
