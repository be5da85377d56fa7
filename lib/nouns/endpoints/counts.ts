import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { toPercent } from "@/lib/kernel/to-percent";
import type { EndpointCounts } from "@/lib/nouns/endpoints/presenters";

const DAY_MS = 86_400_000;

type CountRow = { endpoint_id: string; deliveries: number; attempts: number; failed: number };

/** Computes `events` and `failure_rate` of these endpoints at that time; an endpoint without any delivery is absent. */
export async function countEndpoints(
  db: Kysely<DB>,
  projectId: string,
  options: { ids: readonly string[]; now: Date },
): Promise<Map<string, EndpointCounts>> {
  const since = new Date(options.now.getTime() - DAY_MS);
  const { rows } = await sql<CountRow>`
    select destination_id as endpoint_id,
      sum(deliveries)::bigint as deliveries,
      coalesce(sum(attempts) filter (where hour > ${since}), 0)::bigint as attempts,
      coalesce(sum(attempts_failed) filter (where hour > ${since}), 0)::bigint as failed
    from (
      select destination_id, hour, deliveries, attempts, attempts_failed from endpoint_stats
      where project_id = ${projectId} and destination_id = any(${options.ids}::uuid[])
      union all
      select destination_id, minute, deliveries, attempts, attempts_failed from endpoint_stat_deltas
      where project_id = ${projectId} and destination_id = any(${options.ids}::uuid[])
    ) counted
    group by destination_id`.execute(db);
  return new Map(
    rows.map((row) => [
      row.endpoint_id,
      { events: row.deliveries, failureRate: row.attempts === 0 ? 0 : toPercent(row.failed, row.attempts) },
    ]),
  );
}
