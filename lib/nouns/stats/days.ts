import { type RawBuilder, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { toPercent } from "@/lib/kernel/to-percent";
import { counterRows, type Selected, SPREADS, type SpreadSums } from "@/lib/nouns/stats/counters";
import { type ClosedRange, STEP_MS, toSteps } from "@/lib/nouns/stats/hours";
import { percentileOf } from "@/lib/nouns/stats/percentiles";
import {
  type EndpointDays,
  MOST_LISTED,
  type ReadEndpointDays,
  type ReadSubscriptionDays,
  type SubscriptionDays,
} from "@/lib/nouns/stats/schemas";

const EVER = { start: null, end: null };

/** Reads how the last 24 hours went for each of some endpoints: what a list of them tells beside their names. */
export async function readEndpointDays(ctx: ProjectContext, { endpointId }: ReadEndpointDays): Promise<EndpointDays> {
  const range = lastDay(ctx);
  const ids = await findListed(ctx, "endpoints", endpointId);
  const told = await readDays(ctx, range, { id: sql`destination_id`, ids, selected: { endpointIds: ids } });
  const endpoints = ids.map((id) => {
    const { deliveries: _, ...hours } = summarize(told, id, range);
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
  const told = await readDays(ctx, range, { id: sql`subscription_id`, ids, selected: { subscriptionIds: ids } });
  return { ...toText(range), subscriptions: ids.map((id) => ({ subscription_id: id, ...summarize(told, id, range) })) };
}

export function lastDay(ctx: ProjectContext): ClosedRange {
  return toSteps({}, "hour", ctx.clock.now());
}

export function toText({ start, end }: ClosedRange): { start: string; end: string } {
  return { start: start.toISOString(), end: end.toISOString() };
}

/** Finds those of the named ones that exist, or the newest. */
export async function findListed(
  { db, projectId }: ProjectContext,
  table: "endpoints" | "subscriptions" | "sources",
  named: readonly string[],
): Promise<string[]> {
  let query = db.selectFrom(table).select("id").where("project_id", "=", projectId);
  if (named.length > 0) query = query.where("id", "in", named);
  const rows = await query.where("deleted_at", "is", null).orderBy("id", "desc").limit(MOST_LISTED).execute();
  return rows.map(({ id }) => id);
}

type HourRow = SpreadSums & { id: string; at: Date; deliveries: number; attempts: number; attempts_failed: number };

type Days = { hours: readonly HourRow[]; waiting: ReadonlyMap<string, number> };

type Asked = { id: RawBuilder<unknown>; ids: readonly string[]; selected: Selected };

/** What waits may be of any age, so it is summed over all hours; the lists by class only over those of the range. */
async function readDays(
  { db, projectId }: ProjectContext,
  range: ClosedRange,
  { id, ids, selected }: Asked,
): Promise<Days> {
  if (ids.length === 0) return { hours: [], waiting: new Map() };
  const { rows: hours } = await sql<HourRow>`
    select ${id} as id, date_trunc('hour', at, 'UTC') as at, sum(deliveries)::bigint as deliveries,
      sum(attempts)::bigint as attempts, sum(attempts_failed)::bigint as attempts_failed, ${SPREADS}
    from ${counterRows({ projectId, range: { start: range.start, end: null }, ...selected, each: true, spreads: true })}
    group by 1, 2`.execute(db);
  const { rows: waiting } = await sql<{ id: string; waiting: number }>`
    select ${id} as id, sum(deliveries - succeeded - failed - discarded)::bigint as waiting
    from ${counterRows({ projectId, range: EVER, ...selected, each: true })}
    group by 1`.execute(db);
  return { hours, waiting: new Map(waiting.map((row) => [row.id, row.waiting])) };
}

function summarize({ hours, waiting }: Days, id: string, range: ClosedRange) {
  const rows = hours.filter((row) => row.id === id);
  const attempts = toHours(rows, range, (row) => row.attempts);
  const failed = toHours(rows, range, (row) => row.attempts_failed);
  const made = sum(attempts);
  return {
    deliveries: toHours(rows, range, (row) => row.deliveries),
    attempts,
    attempts_failed: failed,
    success_rate: made === 0 ? null : toPercent(made - sum(failed), made),
    p95_ms: percentileOf(addUp(rows.map(({ durations }) => durations)), 0.95),
    waiting: Math.max(0, waiting.get(id) ?? 0),
  };
}

/** A count of each hour of the range, zero where there is no row. */
export function toHours<R extends { at: Date }>(
  rows: readonly R[],
  { start, end }: ClosedRange,
  countOf: (row: R) => number,
): number[] {
  const counts = new Array<number>((end.getTime() - start.getTime()) / STEP_MS.hour).fill(0);
  for (const row of rows) {
    counts[(row.at.getTime() - start.getTime()) / STEP_MS.hour] = countOf(row);
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
