import { type RawBuilder, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { allOf } from "@/lib/db/id-range";
import { soleRow } from "@/lib/db/sole-row";
import { minIdAt } from "@/lib/kernel/ids";
import { toPercent } from "@/lib/kernel/to-percent";
import { getEndpointRow } from "@/lib/nouns/endpoints/queries";
import {
  counterRows,
  eventCounterRows,
  type Selected,
  SPREADS,
  type SpreadSums,
  SUMS,
  type Sums,
} from "@/lib/nouns/stats/counters";
import { type ClosedRange, STEP_MS, toFinest, toSteps } from "@/lib/nouns/stats/hours";
import { percentileOf } from "@/lib/nouns/stats/percentiles";
import type {
  CountDeliveries,
  DeliveryCounts,
  EndpointStats,
  ReadEndpointStats,
  ReadStats,
  Stats,
  StatsPoint,
} from "@/lib/nouns/stats/schemas";
import { ANSWER_CLASSES } from "@/lib/queue/attempt-classes";
import { toTimestamp } from "@/lib/wire/to-timestamp";

const LATENCY_DELIVERIES = 500;
const LATENCY_ATTEMPTS = 5;

/**
 * Counts deliveries made in a range of time, by status, in one database snapshot. The counters say how many have ended
 * and so how many wait; only those in flight and those that wait for a retry are counted in the queue.
 */
export async function countDeliveriesByStatus(ctx: ProjectContext, query: CountDeliveries): Promise<DeliveryCounts> {
  const { by, range } = toFinest(query, ctx.clock.now());
  const { projectId } = ctx;
  const inQueue = [sql<boolean>`q.project_id = ${projectId}`, sql<boolean>`q.kind = 'delivery'`];
  if (range.start) inQueue.push(sql<boolean>`q.delivery_id >= ${minIdAt(range.start)}::uuid`);
  if (range.end) inQueue.push(sql<boolean>`q.delivery_id < ${minIdAt(range.end)}::uuid`);
  if (query.endpointId.length > 0) inQueue.push(sql<boolean>`q.destination_id = any(${query.endpointId}::uuid[])`);
  const { rows } = await sql<Sums & { processing: number; retried: number; retry: number }>`
    select counted.*, leased.*, tried.* from
      (select ${SUMS} from ${counterRows({ projectId, range, by, endpointIds: query.endpointId })}) counted,
      (
        select count(*) as processing, count(*) filter (where q.is_retry) as retried
        from delivery_queue q where q.lease is not null and q.due_at > now() and ${allOf(inQueue)}
      ) leased,
      (select count(*) as retry from delivery_queue q where q.is_retry and ${allOf(inQueue)}) tried`.execute(ctx.db);
  const [{ processing, retried, retry, ...sums } = { ...NOTHING, processing: 0, retried: 0, retry: 0 }] = rows;
  const { waiting } = withWaiting(sums);
  return {
    start: toTimestamp(range.start),
    end: toTimestamp(range.end),
    // Old counters cover whole days, so a range within one includes waiting deliveries, but not their count.
    Scheduled: Math.max(0, waiting - processing - (retry - retried)),
    Processing: processing,
    Retry: retry - retried,
    Success: sums.succeeded,
    Failure: sums.failed,
    Discarded: sums.discarded,
  };
}

/** Reads the counters as a series without gaps, for charts. */
export async function readStats(ctx: ProjectContext, query: ReadStats): Promise<Stats> {
  const { interval } = query;
  const range = toSteps(query, interval, ctx.clock.now());
  const asked = { projectId: ctx.projectId, range, by: interval === "minute" ? "minute" : "hour" } as const;
  const step = sql`date_trunc(${interval}::text, at, 'UTC') as time`;
  const { rows } = await sql<Sums & SpreadSums & { time: Date }>`
    select ${step}, ${SUMS}, ${SPREADS}
    from ${counterRows({ ...asked, ...toSelected(query), spreads: true })}
    group by 1`.execute(ctx.db);
  const events = await countEvents(ctx, query, {
    step,
    rows: eventCounterRows({ ...asked, sourceIds: query.sourceId }),
  });
  const found = new Map(rows.map(({ time, ...sums }) => [time.getTime(), sums]));
  const series: StatsPoint[] = [];
  for (let at = range.start.getTime(); at < range.end.getTime(); at += STEP_MS[interval]) {
    const { answers, durations, ...sums } = found.get(at) ?? { ...NOTHING, answers: [], durations: [] };
    series.push({
      time: new Date(at).toISOString(),
      ...withWaiting(sums),
      answers: nameAnswers(answers),
      ...toPercentiles(durations),
      events: events && (events.get(at) ?? 0),
    });
  }
  return { interval, start: range.start.toISOString(), end: range.end.toISOString(), series };
}

function toSelected({ endpointId, subscriptionId, sourceId }: ReadStats): Selected {
  return { endpointIds: endpointId, subscriptionIds: subscriptionId, sourceIds: sourceId };
}

/** The accepted events by step, from its start in milliseconds; null if the query asks for a part of their deliveries. */
async function countEvents(
  { db }: ProjectContext,
  { endpointId, subscriptionId }: ReadStats,
  { step, rows: counted }: { step: RawBuilder<unknown>; rows: RawBuilder<unknown> },
): Promise<Map<number, number> | null> {
  if (endpointId.length + subscriptionId.length > 0) return null;
  const { rows } = await sql<{ time: Date; accepted: number }>`
    select ${step}, sum(accepted)::bigint as accepted from ${counted} group by 1`.execute(db);
  return new Map(rows.map(({ time, accepted }) => [time.getTime(), accepted]));
}

function nameAnswers(counts: readonly number[]): StatsPoint["answers"] {
  const named = ANSWER_CLASSES.map((name, place) => [name, counts[place] ?? 0]);
  return Object.fromEntries(named) as StatsPoint["answers"];
}

function toPercentiles(durations: readonly number[]): Pick<StatsPoint, "p50_ms" | "p95_ms" | "p99_ms"> {
  return {
    p50_ms: percentileOf(durations, 0.5),
    p95_ms: percentileOf(durations, 0.95),
    p99_ms: percentileOf(durations, 0.99),
  };
}

/**
 * Reads an endpoint's counters in a range of hours, and how long its latest attempts in it took; throws not found if it
 * was deleted.
 */
export async function readEndpointStats(
  ctx: ProjectContext,
  endpointId: string,
  query: ReadEndpointStats,
): Promise<EndpointStats> {
  await getEndpointRow(ctx, endpointId);
  const { projectId } = ctx;
  const range = toSteps(query, "hour", ctx.clock.now());
  const { rows } = await sql<Sums>`
    select ${SUMS} from ${counterRows({ projectId, range, endpointIds: [endpointId] })}`.execute(ctx.db);
  const [sums = NOTHING] = rows;
  return {
    endpoint_id: endpointId,
    start: range.start.toISOString(),
    end: range.end.toISOString(),
    ...withWaiting(sums),
    success_rate: sums.attempts === 0 ? null : toPercent(sums.attempts - sums.attempts_failed, sums.attempts),
    latency: await readLatency(ctx, endpointId, range),
  };
}

/** How long the latest attempts in a range of hours took. */
async function readLatency(
  { db, projectId }: ProjectContext,
  endpointId: string,
  range: ClosedRange,
): Promise<EndpointStats["latency"]> {
  const { rows } = await sql<EndpointStats["latency"] & { percentiles: number[] | null }>`
    select count(*) as sample, max(tried.duration_ms) as max_ms,
      percentile_cont(array[0.5, 0.95, 0.99]) within group (order by tried.duration_ms) as percentiles
    from (
      select d.id from event_deliveries d
      where d.project_id = ${projectId} and d.endpoint_id = ${endpointId}
        and d.id >= ${minIdAt(range.start)}::uuid and d.id < ${minIdAt(range.end)}::uuid
      order by d.id desc limit ${LATENCY_DELIVERIES}
    ) recent
    cross join lateral (
      select a.duration_ms from delivery_attempts a
      where a.project_id = ${projectId} and a.delivery_id = recent.id
      order by a.id desc limit ${LATENCY_ATTEMPTS}
    ) tried`.execute(db);
  const { sample, max_ms, percentiles } = soleRow(rows);
  const [p50_ms = null, p95_ms = null, p99_ms = null] = percentiles ?? [];
  return { sample, p50_ms, p95_ms, p99_ms, max_ms };
}

const NOTHING: Sums = { deliveries: 0, succeeded: 0, failed: 0, discarded: 0, attempts: 0, attempts_failed: 0 };

function withWaiting(sums: Sums): Sums & { waiting: number } {
  return { ...sums, waiting: sums.deliveries - sums.succeeded - sums.failed - sums.discarded };
}
