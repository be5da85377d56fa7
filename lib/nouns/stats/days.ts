import { type RawBuilder, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { toPercent } from "@/lib/kernel/to-percent";
import { counterRows, eventCounterRows, SPREADS, type SpreadSums } from "@/lib/nouns/stats/counters";
import { type ClosedRange, STEP_MS, toSteps } from "@/lib/nouns/stats/hours";
import { percentileOf } from "@/lib/nouns/stats/percentiles";
import {
  type EndpointDays,
  MOST_LISTED,
  type ReadEndpointDays,
  type ReadSourceDays,
  type ReadSubscriptionDays,
  type SourceDays,
  type SubscriptionDays,
} from "@/lib/nouns/stats/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

const EVER = { start: null, end: null };

/** Reads how the last 24 hours went for each of some endpoints: what a list of them tells beside their names. */
export async function readEndpointDays(ctx: ProjectContext, { endpointId }: ReadEndpointDays): Promise<EndpointDays> {
  const range = lastDay(ctx);
  const ids = await findListed(ctx, "endpoints", endpointId);
  const rows = await readHours(ctx, range, {
    id: sql`destination_id`,
    ids,
    counted: counterRows({ projectId: ctx.projectId, range: EVER, endpointIds: ids, each: true, spreads: true }),
  });
  const endpoints = ids.map((id) => {
    const { deliveries: _, ...hours } = summarize(rows, id, range);
    return { endpoint_id: id, ...hours };
  });
  return { ...toText(range), endpoints };
}

/** The same of some subscriptions. */
export async function readSubscriptionDays(
  ctx: ProjectContext,
  { subscriptionId }: ReadSubscriptionDays,
): Promise<SubscriptionDays> {
  const range = lastDay(ctx);
  const ids = await findListed(ctx, "subscriptions", subscriptionId);
  const rows = await readHours(ctx, range, {
    id: sql`subscription_id`,
    ids,
    counted: counterRows({ projectId: ctx.projectId, range: EVER, subscriptionIds: ids, each: true, spreads: true }),
  });
  return { ...toText(range), subscriptions: ids.map((id) => ({ subscription_id: id, ...summarize(rows, id, range) })) };
}

/** Reads what came from each of some sources in the last 24 hours. */
export async function readSourceDays(ctx: ProjectContext, { sourceId }: ReadSourceDays): Promise<SourceDays> {
  const range = lastDay(ctx);
  const ids = await findListed(ctx, "sources", sourceId);
  const { projectId } = ctx;
  const { rows: hours } = await sql<{ id: string; at: Date; accepted: number }>`
    select source_id as id, date_trunc('hour', at, 'UTC') as at, sum(accepted)::bigint as accepted
    from ${eventCounterRows({ projectId, range, sourceIds: ids })}
    group by 1, 2`.execute(ctx.db);
  const { rows: others } = await sql<{ id: string; refused: number; last_event_at: Date | null }>`
    select asked.id,
      (
        select coalesce(sum(1 + r.skipped), 0)::bigint from source_refusals r
        where r.project_id = ${projectId} and r.source_id = asked.id and r.at >= ${range.start}
      ) as refused,
      (
        select e.created_at from events e
        where e.project_id = ${projectId} and e.source_id = asked.id order by e.id desc limit 1
      ) as last_event_at
    from unnest(${ids}::uuid[]) as asked(id)`.execute(ctx.db);
  const told = new Map(others.map((row) => [row.id, row]));
  const sources = ids.map((id) => {
    const ofSource = hours.filter((hour) => hour.id === id);
    return {
      source_id: id,
      events: toHours(ofSource, range, ({ accepted }) => accepted),
      refused: told.get(id)?.refused ?? 0,
      last_event_at: toTimestamp(told.get(id)?.last_event_at ?? null),
    };
  });
  return { ...toText(range), sources };
}

function lastDay(ctx: ProjectContext): ClosedRange {
  return toSteps({}, "hour", ctx.clock.now());
}

function toText({ start, end }: ClosedRange): { start: string; end: string } {
  return { start: start.toISOString(), end: end.toISOString() };
}

/** Those of the named ones that exist, or the newest. */
async function findListed(
  { db, projectId }: ProjectContext,
  table: "endpoints" | "subscriptions" | "sources",
  named: readonly string[],
): Promise<string[]> {
  let query = db.selectFrom(table).select("id").where("project_id", "=", projectId);
  if (named.length > 0) query = query.where("id", "in", named);
  const rows = await query.where("deleted_at", "is", null).orderBy("id", "desc").limit(MOST_LISTED).execute();
  return rows.map(({ id }) => id);
}

/** `at` is null for all that is older than the range. */
type HourRow = SpreadSums & {
  id: string;
  at: Date | null;
  deliveries: number;
  attempts: number;
  attempts_failed: number;
  waiting: number;
};

type Counted = { id: RawBuilder<unknown>; ids: readonly string[]; counted: RawBuilder<unknown> };

async function readHours({ db }: ProjectContext, { start }: ClosedRange, { id, ids, counted }: Counted) {
  if (ids.length === 0) return [];
  const { rows } = await sql<HourRow>`
    select ${id} as id, case when at >= ${start} then date_trunc('hour', at, 'UTC') end as at,
      sum(deliveries)::bigint as deliveries, sum(attempts)::bigint as attempts,
      sum(attempts_failed)::bigint as attempts_failed,
      sum(deliveries - succeeded - failed - discarded)::bigint as waiting, ${SPREADS}
    from ${counted}
    group by 1, 2`.execute(db);
  return rows;
}

function summarize(all: readonly HourRow[], id: string, range: ClosedRange) {
  const rows = all.filter((row) => row.id === id);
  const attempts = toHours(rows, range, (row) => row.attempts);
  const failed = toHours(rows, range, (row) => row.attempts_failed);
  const made = sum(attempts);
  return {
    deliveries: toHours(rows, range, (row) => row.deliveries),
    attempts,
    attempts_failed: failed,
    success_rate: made === 0 ? null : toPercent(made - sum(failed), made),
    p95_ms: percentileOf(addUp(rows.filter(({ at }) => at !== null).map(({ durations }) => durations)), 0.95),
    waiting: Math.max(0, sum(rows.map(({ waiting }) => waiting))),
  };
}

/** A count of each hour of the range, zero where there is no row. */
function toHours<R extends { at: Date | null }>(
  rows: readonly R[],
  { start, end }: ClosedRange,
  countOf: (row: R) => number,
): number[] {
  const counts = new Array<number>((end.getTime() - start.getTime()) / STEP_MS.hour).fill(0);
  for (const row of rows) {
    if (row.at) counts[(row.at.getTime() - start.getTime()) / STEP_MS.hour] = countOf(row);
  }
  return counts;
}

function addUp(lists: readonly (readonly number[])[]): number[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => sum(lists.map((list) => list[place] ?? 0)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
