import { idsAndRange, joinBytes, jsonArray, plainArray, textArray } from "@/lib/db/array-literal";
import { type AttemptResult, toState } from "@/lib/delivery/result";
import { newId } from "@/lib/ids";

/**
 * One statement for a batch of tries: the queue rows go (or wait for their next try), the deliveries get their state,
 * the attempts are kept, the counters move. Only what this worker still holds the lease of is touched: what another
 * worker took over is that one's to settle. Returns the places in the batch that were settled. Every table is
 * restricted by the batch's ids, so that no plan, however the tables' statistics mislead it, can read more than those rows;
 * and the queue is joined with nothing, since a join of two lists whose lengths the planner cannot know costs their product.
 * The lease is compared in a form that its own index does not serve, which is full of what was settled before.
 */
export const SETTLE_DELIVERIES = `
with tried as materialized (
  select * from unnest($2::int[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::float8[], $9::float8[],
    $10::uuid[], $11::uuid[], $12::text[], $13::text[], $14::int[], $15::text[], $16::boolean[], $18::int[], $19::int[],
    $20::text[], $21::text[], $22::float8[], $23::float8[], $24::float8[])
    as t(place, project_id, delivery_id, status, description, num_trials, delay_seconds, latency_seconds,
         attempt_id, endpoint_id, url, request_headers, response_status, response_headers, truncated, body_start, body_length,
         error_code, error_message, started_at, duration_ms, made_at)
), finished as (
  delete from delivery_queue q
  where q.project_id = any($3::uuid[]) and q.delivery_id = any($25::uuid[]) and (q.lease = $1::uuid) is true
  returning q.delivery_id
), again as (
  update delivery_queue q
  set lease = null, due_at = now() + make_interval(secs => ($27::float8[])[array_position($26::uuid[], q.delivery_id)]),
    num_trials = q.num_trials + 1
  where q.project_id = any($3::uuid[]) and q.delivery_id = any($26::uuid[]) and (q.lease = $1::uuid) is true
  returning q.delivery_id
), settled as materialized (
  select * from tried where delivery_id = any(array(select delivery_id from finished union all select delivery_id from again))
), updated as (
  update event_deliveries d
  set status = s.status, dead = case when s.status = 'Failure' then 'Failure' end, description = s.description,
    num_trials = s.num_trials, latency_seconds = coalesce(s.latency_seconds, d.latency_seconds), updated_at = now(),
    next_send_time = case when s.status = 'Retry' then now() + make_interval(secs => s.delay_seconds) end
  from settled s
  where d.project_id = s.project_id and d.id = s.delivery_id and d.project_id = any($3::uuid[]) and d.id = any($4::uuid[])
    and d.id between $28::uuid and $29::uuid
), attempts as (
  insert into delivery_attempts (project_id, delivery_id, id, number, endpoint_id, url, request_headers, response_status,
    response_headers, response_data, response_truncated, error_code, error_message, started_at, duration_ms)
  select project_id, delivery_id, attempt_id, num_trials, endpoint_id, url, request_headers::json, response_status,
    response_headers::json, substring($17::bytea from body_start for body_length), truncated, error_code, error_message,
    to_timestamp(started_at), duration_ms
  from settled
), counted as (
  insert into endpoint_stat_deltas (project_id, endpoint_id, hour, attempts, attempts_failed, succeeded, failed)
  select project_id, endpoint_id, hour, sum(attempts), sum(attempts_failed), sum(succeeded), sum(failed)
  from (
    select project_id, endpoint_id, date_trunc('hour', now()) as hour, 1 as attempts, (status <> 'Success')::int as attempts_failed,
      0 as succeeded, 0 as failed
    from settled
    union all
    select project_id, endpoint_id, date_trunc('hour', to_timestamp(made_at)), 0, 0, (status = 'Success')::int, (status = 'Failure')::int
    from settled where status <> 'Retry'
  ) counts group by 1, 2, 3
)
select place from settled`;

/** The parameters of `SETTLE_DELIVERIES`, in its order. */
export function settleDeliveriesValues(workerId: string, results: readonly AttemptResult[]): unknown[] {
  const states = results.map(toState);
  const bodies = joinBytes(results.map(({ sent }) => sent.body));
  const retried = results.flatMap(({ work, outcome }) =>
    outcome.kind === "retry" ? [{ id: work.deliveryId, delaySeconds: outcome.delayMs / 1000 }] : [],
  );
  const finished = results.filter(({ outcome }) => outcome.kind !== "retry");
  const [all, first, last] = idsAndRange(results.map(({ work }) => work.deliveryId));
  return [
    workerId,
    plainArray(results.map((_, place) => place)),
    plainArray(results.map(({ work }) => work.projectId)),
    all,
    plainArray(states.map((state) => state.status)),
    textArray(states.map((state) => state.description)),
    plainArray(results.map(({ work }) => work.numTrials + 1)),
    plainArray(results.map(({ outcome }) => (outcome.kind === "retry" ? outcome.delayMs / 1000 : null))),
    plainArray(results.map((result) => (result.outcome.kind === "success" ? latencySeconds(result) : null))),
    plainArray(results.map(() => newId())),
    plainArray(results.map(({ work }) => work.endpointId)),
    textArray(results.map(({ url }) => url)),
    jsonArray(results.map(({ requestHeaders }) => requestHeaders)),
    plainArray(results.map(({ sent }) => sent.status)),
    jsonArray(results.map(({ sent }) => sent.headers)),
    plainArray(results.map(({ sent }) => sent.bodyTruncated)),
    bodies.bytes,
    bodies.offsets,
    bodies.lengths,
    textArray(results.map(({ sent }) => sent.error?.code ?? null)),
    textArray(results.map(({ sent }) => sent.error?.message ?? null)),
    plainArray(results.map(({ sent }) => sent.startedAt.getTime() / 1000)),
    plainArray(results.map(({ sent }) => sent.durationMs)),
    plainArray(results.map(({ work }) => work.createdAt / 1000)),
    plainArray(finished.map(({ work }) => work.deliveryId)),
    plainArray(retried.map(({ id }) => id)),
    plainArray(retried.map(({ delaySeconds }) => delaySeconds)),
    first,
    last,
  ];
}

function latencySeconds({ work, sent }: AttemptResult): number {
  return Math.max(0, Math.round(sent.startedAt.getTime() + sent.durationMs - work.createdAt)) / 1000;
}
