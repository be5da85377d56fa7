import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { minIdAt } from "@/lib/kernel/ids";
import { toPercent } from "@/lib/kernel/to-percent";
import { counterRows } from "@/lib/nouns/stats/counters";
import { type ClosedRange, STEP_MS, toSteps } from "@/lib/nouns/stats/hours";
import { type EndpointDays, MOST_ENDPOINTS, type ReadEndpointDays } from "@/lib/nouns/stats/schemas";

const LATENCY_DELIVERIES = 100;

/** Reads how the last 24 hours went for each of some endpoints: what a list of them tells beside their names. */
export async function readEndpointDays(ctx: ProjectContext, { endpointId }: ReadEndpointDays): Promise<EndpointDays> {
  const range = toSteps({}, "hour", ctx.clock.now());
  const ids = await findEndpoints(ctx, endpointId);
  const [hours, p95] = [await readHours(ctx, ids, range), await readP95(ctx, ids, range)];
  return {
    start: range.start.toISOString(),
    end: range.end.toISOString(),
    endpoints: ids.map((id) => ({
      endpoint_id: id,
      p95_ms: p95.get(id) ?? null,
      ...summarize(
        hours.filter((hour) => hour.id === id),
        range,
      ),
    })),
  };
}

async function findEndpoints({ db, projectId }: ProjectContext, named: readonly string[]): Promise<string[]> {
  let query = db.selectFrom("endpoints").select("id").where("project_id", "=", projectId);
  if (named.length > 0) query = query.where("id", "in", named);
  const rows = await query.where("deleted_at", "is", null).orderBy("id", "desc").limit(MOST_ENDPOINTS).execute();
  return rows.map(({ id }) => id);
}

/** `at` is null for all that is older than the range. */
type HourRow = { id: string; at: Date | null; attempts: number; attempts_failed: number; waiting: number };

async function readHours(ctx: ProjectContext, ids: readonly string[], { start }: ClosedRange): Promise<HourRow[]> {
  if (ids.length === 0) return [];
  const ever = { start: null, end: null };
  const { rows } = await sql<HourRow>`
    select destination_id as id, case when at >= ${start} then date_trunc('hour', at, 'UTC') end as at,
      sum(attempts)::bigint as attempts, sum(attempts_failed)::bigint as attempts_failed,
      sum(deliveries - succeeded - failed - discarded)::bigint as waiting
    from ${counterRows({ projectId: ctx.projectId, range: ever, endpointIds: ids })}
    group by 1, 2`.execute(ctx.db);
  return rows;
}

function summarize(rows: readonly HourRow[], { start, end }: ClosedRange) {
  const count = (end.getTime() - start.getTime()) / STEP_MS.hour;
  const [attempts, failed] = [new Array<number>(count).fill(0), new Array<number>(count).fill(0)];
  for (const row of rows) {
    if (row.at === null) continue;
    const place = (row.at.getTime() - start.getTime()) / STEP_MS.hour;
    attempts[place] = row.attempts;
    failed[place] = row.attempts_failed;
  }
  const made = sum(attempts);
  return {
    attempts,
    attempts_failed: failed,
    success_rate: made === 0 ? null : toPercent(made - sum(failed), made),
    waiting: Math.max(0, sum(rows.map(({ waiting }) => waiting))),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

async function readP95(
  { db, projectId }: ProjectContext,
  ids: readonly string[],
  { start }: ClosedRange,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; p95: number }>`
    select asked.id, percentile_cont(0.95) within group (order by tried.duration_ms) as p95
    from unnest(${ids}::uuid[]) as asked(id)
    cross join lateral (
      select d.id from event_deliveries d
      where d.project_id = ${projectId} and d.endpoint_id = asked.id and d.id >= ${minIdAt(start)}::uuid
      order by d.id desc limit ${LATENCY_DELIVERIES}
    ) recent
    cross join lateral (
      select a.duration_ms from delivery_attempts a
      where a.project_id = ${projectId} and a.delivery_id = recent.id
      order by a.id desc limit 1
    ) tried
    group by 1`.execute(db);
  return new Map(rows.map(({ id, p95 }) => [id, p95]));
}
