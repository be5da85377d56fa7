import type pg from "pg";
import { plainArray, textArray } from "@/lib/db/array-literal";
import { type AttemptResult, toState } from "@/lib/delivery/result";

/** As SETTLE for deliveries; a meta event keeps only its last attempt, in its own row. */
const SETTLE = `
with tried as materialized (
  select * from unnest($2::int[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::float8[], $9::text[])
    as t(place, project_id, id, status, description, num_trials, delay_seconds, attempt)
), finished as (
  delete from delivery_queue q using tried t
  where t.status <> 'Retry' and q.project_id = t.project_id and q.delivery_id = t.id and (q.lease = $1::uuid) is true
    and q.project_id = any($3::uuid[]) and q.delivery_id = any($4::uuid[])
  returning t.*
), again as (
  update delivery_queue q
  set lease = null, due_at = now() + make_interval(secs => t.delay_seconds), num_trials = t.num_trials
  from tried t
  where t.status = 'Retry' and q.project_id = t.project_id and q.delivery_id = t.id and (q.lease = $1::uuid) is true
    and q.project_id = any($3::uuid[]) and q.delivery_id = any($4::uuid[])
  returning t.*
), settled as materialized (
  select * from finished union all select * from again
), updated as (
  update meta_events m
  set status = s.status, description = s.description, num_trials = s.num_trials, attempt = s.attempt::jsonb, updated_at = now(),
    next_send_time = case when s.status = 'Retry' then now() + make_interval(secs => s.delay_seconds) end
  from settled s
  where m.project_id = s.project_id and m.id = s.id and m.project_id = any($3::uuid[]) and m.id = any($4::uuid[])
)
select place from settled`;

/** Settles tries of meta events; what another worker took over is left to it. */
export async function settleMetaEvents(
  pool: pg.Pool,
  workerId: string,
  results: readonly AttemptResult[],
): Promise<void> {
  const states = results.map(toState);
  await pool.query({
    name: "settle_meta_events",
    text: SETTLE,
    values: [
      workerId,
      plainArray(results.map((_, place) => place)),
      plainArray(results.map(({ work }) => work.projectId)),
      plainArray(results.map(({ work }) => work.deliveryId)),
      plainArray(states.map((state) => state.status)),
      textArray(states.map((state) => state.description)),
      plainArray(results.map(({ work }) => work.numTrials + 1)),
      plainArray(results.map(({ outcome }) => (outcome.kind === "retry" ? outcome.delayMs / 1000 : null))),
      textArray(results.map((result) => JSON.stringify(toAttempt(result)).replaceAll("\\u0000", "\\ufffd"))),
    ],
  });
}

function toAttempt({ requestHeaders, sent }: AttemptResult) {
  return {
    request_http_header: requestHeaders,
    response_data: sent.body.toString("utf8"),
    response_http_header: sent.headers,
    response_status: sent.status,
    error: sent.error?.message ?? null,
  };
}
