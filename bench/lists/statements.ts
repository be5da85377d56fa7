import { SLOTS } from "@/bench/lists/world";

export const ROUTES = `
create temp table route as
select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) as r(source_id, event_type, endpoint_id, subscription_id)`;

/** `kind` says for each slot which events fall into it, and where these go. */
export const KINDS = `
create temp table kind as
select row_number() over () - 1 as slot, source_id, event_type,
  array(select endpoint_id from route where route.source_id = k.source_id and route.event_type = k.event_type) as endpoints
from unnest($1::uuid[], $2::text[], $3::int[]) as k(source_id, event_type, slots), generate_series(1, k.slots)`;

/** Half of all events have tags, of which one is in every tenth event and one in 20,000. */
const EVENT_TAGS = `case when i % 20000 = 7 then '{eu,audited}' when i % 10 = 0 then '{eu,vip}' when i % 2 = 0 then '{eu}' end::text[]`;

/** Events spread evenly over the time, in its order. Of 1,000 about 20 are duplicates, 10 unwanted, 1 fails. */
export const EVENTS = `
insert into events (project_id, id, source_id, event_type, status, status_reason, idempotency_key, is_duplicate_event,
  endpoints, headers, url_query_params, path, payload, external_id, metadata, tags, acknowledged_at, created_at, updated_at)
select $1, pg_temp.id_at(at, 'event ' || i), kind.source_id, kind.event_type,
  case when luck < 0.03 then 'Discarded' when luck < 0.031 then 'Failure' else 'Success' end,
  case when luck < 0.02 then 'A duplicate.' when luck < 0.03 then 'Nobody subscribed.' when luck < 0.031 then 'The function threw.' end,
  case when i % 2 = 0 then 'key-' || i end, luck < 0.02,
  case when luck < 0.031 then '{}' else kind.endpoints end,
  '{"content-type":"application/json","user-agent":"Webhooks/1.0","x-signature":"sha256=5d41402abc4b2a76b9719d911017c592"}',
  '', '/', convert_to(format('{"id":%s,"type":"%s","customer":{"id":"cus_%s","email":"ada%s@example.com"},"note":"%s"}',
    i, kind.event_type, i % 5000, i % 5000, repeat('Notebook, lined, A5; ', 20)), 'UTF8'),
  case when i % 2 = 0 then 'order/' || i / 4 end,
  case when i % 2 = 0 then jsonb_build_object('plan', case when i % 10 = 0 then 'gold' else 'free' end, 'shop', 's' || i % 5000) end,
  ${EVENT_TAGS}, at, at, at
from (
  select i, random() as luck, floor(random() * ${SLOTS})::int as slot,
    $2::timestamptz + make_interval(secs => (i + random()) * $4::float8 / $3::int) as at
  from generate_series(0, $3::int - 1) as i offset 0
) e join kind using (slot)`;

/** How what failed did: mostly 500, some 503 and time-outs, now and then a 429, hardly ever a 418. */
const FAILED_WITH = `case when fate < 0.55 then '500' when fate < 0.8 then '503' when fate < 0.95 then 'timeout'
  when fate < 0.9995 then '429' else '418' end`;
/** The attempts of a success: 97 of 100 need one, the others up to 8. */
const SUCCESS_TRIALS = `case when fate < 0.97 then 1 when fate < 0.999 then 2 + floor((fate - 0.97) * 100)::int else 8 end`;
/** The latency of a success: 95 of 100 take less than half a second, and one in 1,000 takes a minute. */
const SUCCESS_LATENCY = `case when slow < 0.95 then 0.02 + slow / 4 when slow < 0.999 then 0.5 + (slow - 0.95) * 100 else 60 end`;

/**
 * The deliveries by each event's routes. One endpoint always fails, one is inactive, one is held; to the others 96 of
 * 100 succeed, and some of the last hours still wait. No waiting delivery is due while the bench runs.
 */
export const DELIVERIES = `
insert into event_deliveries (project_id, id, event_id, endpoint_id, subscription_id, event_type, idempotency_key, status,
  dead, description, strategy, interval_seconds, max_retry_seconds, retry_limit, num_trials, next_send_time,
  latency_seconds, trait, latency_class, external_id, tags, acknowledged_at, created_at, updated_at)
select project_id, id, event_id, endpoint_id, subscription_id, event_type, idempotency_key, status,
  case when status in ('Failure', 'Discarded') then status end, status, 'exponential', 10, 7200, 10, num_trials,
  case when status in ('Scheduled', 'Retry') then now() + interval '1 day' end,
  latency, case when num_trials > 1 or failed_with is not null then
    concat_ws(' ', status, coalesce(failed_with, '-'), floor(log(2, num_trials))) end,
  case when latency >= 0.5 then floor(log(2, latency::numeric)) end, external_id, tags, at, at, at
from (
  select d.*,
    case status when 'Success' then ${SUCCESS_TRIALS} when 'Failure' then 10 when 'Retry' then 3 else 0 end as num_trials,
    case when status = 'Success' then ${SUCCESS_LATENCY} end as latency,
    case when status in ('Failure', 'Retry') then ${FAILED_WITH} end as failed_with
  from (
    select e.project_id, pg_temp.id_at(e.created_at + interval '2 ms', e.id || route.subscription_id::text) as id,
      e.id as event_id, route.endpoint_id, route.subscription_id, e.event_type, e.idempotency_key,
      e.external_id, e.tags, e.created_at + interval '2 ms' as at, random() as fate, random() as slow,
      case
        when route.endpoint_id = $2 then 'Failure'
        when route.endpoint_id = $3 then 'Discarded'
        when route.endpoint_id = $4 then 'Scheduled'
        when e.created_at > now() - interval '6 hours' and luck < 0.05 then case when luck < 0.03 then 'Retry' else 'Scheduled' end
        when luck < 0.975 then 'Success'
        when luck < 0.997 then 'Failure'
        else 'Discarded'
      end as status
    from (select *, random() as luck from events where project_id = $1 and status = 'Success' order by id offset 0) e
    join route using (source_id, event_type)
    offset 0
  ) d
) d`;

/** One in 1,000 of the waiting deliveries is in flight. */
export const QUEUE = `
insert into delivery_queue (project_id, delivery_id, kind, lane_id, destination_id, event_id, due_at, lease, num_trials)
select project_id, id, 'delivery', endpoint_id, endpoint_id, event_id, now() + interval '1 day',
  case when random() < 0.001 then gen_random_uuid() end, num_trials
from event_deliveries where project_id = $1 and status in ('Scheduled', 'Retry')`;

export const ATTEMPTS = `
insert into delivery_attempts (project_id, delivery_id, id, number, destination_id, url, request_headers, response_status,
  response_headers, response_data, started_at, duration_ms)
select project_id, id, pg_temp.id_at(created_at + interval '100 ms', 'attempt ' || id), 1, endpoint_id, 'http://127.0.0.1:9/',
  '{"content-type":"application/json"}', case status when 'Success' then 200 else 500 end, '{"content-length":"2"}', 'OK',
  created_at, 20 + random() * 200
from event_deliveries
where project_id = $1 and status in ('Success', 'Failure') and (created_at > now() - interval '1 day' or random() < $2::float8)`;

export const META_EVENTS = `
insert into meta_events (project_id, id, event_type, status, description, payload, strategy, interval_seconds,
  max_retry_seconds, retry_limit, num_trials, created_at, updated_at)
select $1, pg_temp.id_at(at, 'meta ' || i),
  case when luck < 0.9 then 'eventdelivery.success' when luck < 0.99 then 'eventdelivery.failed' when luck < 0.9999 then 'endpoint.updated' else 'endpoint.disabled' end,
  case when i >= $3::int - 50 then 'Scheduled' when random() < 0.99 then 'Success' when random() < 0.9 then 'Failure' else 'Discarded' end,
  '', '{"event_type":"eventdelivery.success","data":{}}', 'exponential', 10, 7200, 10, 1, at, at
from (
  select i, random() as luck, $2::timestamptz + make_interval(secs => i * $4::float8 / $3::int) as at
  from generate_series(0, $3::int - 1) as i
) m`;

export const META_QUEUE = `
insert into delivery_queue (project_id, delivery_id, kind, lane_id, due_at)
select project_id, id, 'meta_event', project_id, now() + interval '1 day' from meta_events where project_id = $1 and status = 'Scheduled'`;

export const ALERTS = `
insert into alerts (project_id, id, subscription_id, endpoint_id, failures, threshold_seconds, message, acknowledged_at, created_at)
select $1, pg_temp.id_at(at, 'alert ' || i), route.subscription_id, route.endpoint_id, 10, 300, 'Ten failures.',
  case when i < $3::int * 0.98 then at end, at
from (select i, $2::timestamptz + make_interval(secs => i * $4::float8 / $3::int) as at from generate_series(0, $3::int - 1) as i) a
join (select row_number() over (order by subscription_id) - 1 as place, * from (select distinct endpoint_id, subscription_id from route) r) route
  on route.place = a.i % (select count(distinct subscription_id) from route)`;

export const AUDIT_LOG = `
insert into audit_log (project_id, id, action, actor_kind, actor_id, actor_name, resource_type, resource_id, created_at)
select $1, pg_temp.id_at(at, 'audit ' || i),
  case when luck < 0.9 then 'event_delivery.resent' when luck < 0.99 then 'endpoint.updated' when luck < 0.9999 then 'source.updated' else 'member.removed' end,
  case when luck < 0.95 then 'user' when luck < 0.9995 then 'api_key' else 'system' end,
  ('00000000-0000-7000-8000-' || lpad((i % 20)::text, 12, '0'))::uuid, 'Ada',
  case when luck < 0.9 then 'event_delivery' when luck < 0.99 then 'endpoint' when luck < 0.9999 then 'source' else 'member' end,
  pg_temp.id_at(at, 'resource ' || i % 3000), at
from (
  select i, random() as luck, $2::timestamptz + make_interval(secs => i * $4::float8 / $3::int) as at
  from generate_series(0, $3::int - 1) as i
) a`;

export const REPLAYS = `
insert into replays (project_id, id, name, filter, rate_per_second, status, created_by, items, resent, created_at)
select $1, pg_temp.id_at(at, 'replay ' || i), 'Replay ' || i, '{}', 10,
  case when i % 50 = 0 then 'Cancelled' else 'Completed' end, 'Ada', 0, 0, at
from (select i, $2::timestamptz + make_interval(secs => i * $4::float8 / $3::int) as at from generate_series(0, $3::int - 1) as i) r`;

export const REPLAY_ITEMS = `
insert into replay_items (project_id, replay_id, delivery_id, status, settled_at)
select d.project_id, r.id, d.id, case when random() < 0.999 then 'Resent' else 'Skipped' end, now()
from (select id from replays where project_id = $1 order by id desc limit 1) r
cross join lateral (select project_id, id from event_deliveries where project_id = $1 order by id limit $2::int) d`;

export const ENDPOINT_STATS = `
insert into endpoint_stats (project_id, destination_id, hour, deliveries, attempts, attempts_failed, succeeded, failed, discarded)
select project_id, endpoint_id, date_trunc('hour', created_at), count(*), sum(num_trials),
  coalesce(sum(num_trials) filter (where status <> 'Success'), 0), count(*) filter (where status = 'Success'),
  count(*) filter (where status = 'Failure'), count(*) filter (where status = 'Discarded')
from event_deliveries where project_id = $1 group by 1, 2, 3`;

export const PROJECT_STATS = `
insert into project_stats (project_id, hour, deliveries, attempts, attempts_failed, succeeded, failed, discarded)
select project_id, hour, sum(deliveries), sum(attempts), sum(attempts_failed), sum(succeeded), sum(failed), sum(discarded)
from endpoint_stats where project_id = $1 group by 1, 2`;

export const EVENT_STATS = `
insert into event_stats (project_id, source_id, hour, accepted, duplicates, discarded, failed)
select project_id, coalesce(source_id, '00000000-0000-0000-0000-000000000000'), date_trunc('hour', created_at), count(*),
  count(*) filter (where is_duplicate_event),
  count(*) filter (where status = 'Discarded' and not is_duplicate_event), count(*) filter (where status = 'Failure')
from events where project_id = $1 group by 1, 2, 3`;

/** The event of a delivery may be from the day before. */
export const KIND_ROWS = `
with made as materialized (
  select distinct (created_at at time zone 'UTC')::date - date '1970-01-01' as day, event_type, source_id
  from events where project_id = $1
), sent as materialized (
  select distinct (created_at at time zone 'UTC')::date - date '1970-01-01' as day,
    (created_at at time zone 'UTC' - interval '2 ms')::date - date '1970-01-01' as event_day,
    event_type, endpoint_id, subscription_id
  from event_deliveries where project_id = $1
)
insert into kinds (project_id, day, event_type, source_id, endpoint_id, subscription_id)
select $1, day, event_type, source_id, null, null from made
union
select $1, days.day, event_type, source_id, endpoint_id, subscription_id
from sent join (select distinct event_type, source_id from made) of_type using (event_type)
cross join lateral (values (sent.day), (sent.event_day)) as days(day)
on conflict do nothing`;

/** Events that go to each of the endpoints, and wait there. */
export const BACKLOG_EVENTS = `
insert into events (project_id, id, event_type, status, endpoints, headers, payload, acknowledged_at, created_at, updated_at)
select $1, pg_temp.id_at(at, 'backlog ' || i), 'order.created', 'Success', $5::uuid[], '{}', '{}', at, at, at
from (select i, $2::timestamptz + make_interval(secs => i * $4::float8 / $3::int) as at from generate_series(0, $3::int - 1) as i) e`;

export const BACKLOG = `
insert into event_deliveries (project_id, id, event_id, endpoint_id, event_type, status, strategy, interval_seconds,
  max_retry_seconds, retry_limit, num_trials, trait, next_send_time, acknowledged_at, created_at, updated_at)
select e.project_id, pg_temp.id_at(e.created_at + interval '2 ms', e.id || endpoint_id::text), e.id, endpoint_id, e.event_type,
  case when luck < 0.9 then 'Scheduled' else 'Retry' end, 'exponential', 10, 7200, 10, case when luck < 0.9 then 0 else 1 end,
  case when luck < 0.9 then null when luck < 0.9999 then 'Retry 503 0' else 'Retry timeout 0' end,
  now(), e.created_at, e.created_at, e.created_at
from (
  select e.*, endpoint_id, random() as luck
  from (select * from events where project_id = $1 order by id) e cross join unnest(e.endpoints) as endpoint_id offset 0
) e`;
