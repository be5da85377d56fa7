import pg from "pg";
import { fanOut, SLOTS, type World } from "@/bench/lists/world";
import { ensurePartitions } from "@/lib/db/partitions";

const DAY_MS = 86_400_000;

export type Size = { days: number; deliveries: number; waiting: number };

/** A UUIDv7 of that time; the same for the same time and text. */
const MAKE_ID = `
create function pg_temp.id_at(at timestamptz, salt text) returns uuid language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(salt), 1, 3)
    || 'a' || substr(md5(salt), 4, 15))::uuid
$$`;

/** `kind` says of each of so many slots which events fall into it. */
const KINDS = `
create temp table kind as
select row_number() over () - 1 as slot, source_id, event_type
from unnest($1::uuid[], $2::text[], $3::int[]) as k(source_id, event_type, slots), generate_series(1, k.slots)`;

const ROUTES = `
create temp table route as
select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) as r(source_id, event_type, endpoint_id, subscription_id)`;

/** Events spread evenly over the time, in its order. Of 1,000 about 20 are duplicates, 10 wanted by nobody, 1 fails. */
const EVENTS = `
insert into events (project_id, id, source_id, event_type, status, status_reason, idempotency_key, is_duplicate_event,
  endpoints, headers, url_query_params, path, payload, acknowledged_at, created_at, updated_at)
select $1, pg_temp.id_at(at, 'event ' || i), kind.source_id, kind.event_type,
  case when luck < 0.03 then 'Discarded' when luck < 0.031 then 'Failure' else 'Success' end,
  case when luck < 0.02 then 'A duplicate.' when luck < 0.03 then 'Nobody subscribed.' when luck < 0.031 then 'The function threw.' end,
  case when i % 2 = 0 then 'key-' || i end, luck < 0.02,
  case when luck < 0.031 then '{}' else array(
    select endpoint_id from route where route.source_id = kind.source_id and route.event_type = kind.event_type
  ) end,
  '{"content-type":"application/json","user-agent":"Webhooks/1.0","x-signature":"sha256=5d41402abc4b2a76b9719d911017c592"}',
  '', '/', convert_to(format('{"id":%s,"type":"%s","customer":{"id":"cus_%s","email":"ada%s@example.com"},"note":"%s"}',
    i, kind.event_type, i % 5000, i % 5000, repeat('Notebook, lined, A5; ', 20)), 'UTF8'), at, at, at
from (
  select i, random() as luck, floor(random() * ${SLOTS})::int as slot,
    $2::timestamptz + make_interval(secs => (i + random()) * $5::float8) as at
  from generate_series($3::int, $4::int - 1) as i offset 0
) e join kind using (slot)`;

/**
 * What each event's routes say. One endpoint fails always, one is off, one is held; to the others 96 of 100 succeed, and
 * some of the last hours still wait. Nothing that waits is due while the bench runs.
 */
const DELIVERIES = `
insert into event_deliveries (project_id, id, event_id, endpoint_id, subscription_id, event_type, idempotency_key, status,
  dead, description, strategy, interval_seconds, max_retry_seconds, retry_limit, num_trials, next_send_time,
  latency_seconds, acknowledged_at, created_at, updated_at)
select project_id, id, event_id, endpoint_id, subscription_id, event_type, idempotency_key, status,
  case when status in ('Failure', 'Discarded') then status end, status, 'exponential', 10, 7200, 10,
  case status when 'Success' then 1 when 'Failure' then 10 when 'Retry' then 3 else 0 end,
  case when status in ('Scheduled', 'Retry') then now() + interval '1 day' end,
  case when status = 'Success' then 0.2 end, at, at, at
from (
  select e.project_id, pg_temp.id_at(e.created_at + interval '2 ms', e.id || route.subscription_id::text) as id, e.id as event_id,
    route.endpoint_id, route.subscription_id, e.event_type, e.idempotency_key, e.created_at + interval '2 ms' as at,
    case
      when route.endpoint_id = $4 then 'Failure'
      when route.endpoint_id = $5 then 'Discarded'
      when route.endpoint_id = $6 then 'Scheduled'
      when e.created_at > now() - interval '6 hours' and luck < 0.05 then case when luck < 0.03 then 'Retry' else 'Scheduled' end
      when luck < 0.975 then 'Success'
      when luck < 0.997 then 'Failure'
      else 'Discarded'
    end as status
  from (select *, random() as luck from events where project_id = $1 and id >= $2 and id < $3 and status = 'Success' order by id offset 0) e
  join route using (source_id, event_type)
) d`;

/** One in 1,000 of those that wait is being sent. */
const QUEUE = `
insert into delivery_queue (project_id, delivery_id, kind, lane_id, endpoint_id, event_id, due_at, lease, num_trials)
select project_id, id, 'delivery', endpoint_id, endpoint_id, event_id, now() + interval '1 day',
  case when random() < 0.001 then gen_random_uuid() end, num_trials
from event_deliveries where project_id = $1 and status in ('Scheduled', 'Retry')`;

const ATTEMPTS = `
insert into delivery_attempts (project_id, delivery_id, id, number, endpoint_id, url, request_headers, response_status,
  response_headers, response_data, started_at, duration_ms)
select project_id, id, pg_temp.id_at(created_at + interval '100 ms', 'attempt ' || id), 1, endpoint_id, 'http://127.0.0.1:9/',
  '{"content-type":"application/json"}', case status when 'Success' then 200 else 500 end, '{"content-length":"2"}', 'OK',
  created_at, 20 + random() * 200
from event_deliveries
where project_id = $1 and status in ('Success', 'Failure') and (created_at > now() - interval '1 day' or random() < 0.1)`;

const META_EVENTS = `
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

const META_QUEUE = `
insert into delivery_queue (project_id, delivery_id, kind, lane_id, due_at)
select project_id, id, 'meta_event', project_id, now() + interval '1 day' from meta_events where project_id = $1 and status = 'Scheduled'`;

const ALERTS = `
insert into alerts (project_id, id, subscription_id, endpoint_id, failures, threshold_seconds, message, acknowledged_at, created_at)
select $1, pg_temp.id_at(at, 'alert ' || i), route.subscription_id, route.endpoint_id, 10, 300, 'Ten failures.',
  case when i < $3::int * 0.98 then at end, at
from (select i, $2::timestamptz + make_interval(secs => i * $4::float8 / $3::int) as at from generate_series(0, $3::int - 1) as i) a
join (select row_number() over (order by subscription_id) - 1 as place, * from (select distinct endpoint_id, subscription_id from route) r) route
  on route.place = a.i % (select count(distinct subscription_id) from route)`;

const AUDIT_LOG = `
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

const REPLAYS = `
insert into replays (project_id, id, name, filter, rate_per_second, status, created_by, items, resent, created_at)
select $1, pg_temp.id_at(at, 'replay ' || i), 'Replay ' || i, '{}', 10,
  case when i % 50 = 0 then 'Cancelled' else 'Completed' end, 'Ada', 0, 0, at
from (select i, $2::timestamptz + make_interval(secs => i * $4::float8 / $3::int) as at from generate_series(0, $3::int - 1) as i) r`;

const REPLAY_ITEMS = `
insert into replay_items (project_id, replay_id, delivery_id, status, settled_at)
select d.project_id, r.id, d.id, case when random() < 0.999 then 'Resent' else 'Skipped' end, now()
from (select id from replays where project_id = $1 order by id desc limit 1) r
cross join lateral (select project_id, id from event_deliveries where project_id = $1 order by id limit $2::int) d`;

const ENDPOINT_STATS = `
insert into endpoint_stats (project_id, endpoint_id, hour, deliveries, attempts, attempts_failed, succeeded, failed, discarded)
select project_id, endpoint_id, date_trunc('hour', created_at), count(*), sum(num_trials),
  coalesce(sum(num_trials) filter (where status <> 'Success'), 0), count(*) filter (where status = 'Success'),
  count(*) filter (where status = 'Failure'), count(*) filter (where status = 'Discarded')
from event_deliveries where project_id = $1 group by 1, 2, 3`;

const EVENT_STATS = `
insert into event_stats (project_id, hour, accepted, duplicates, discarded, failed)
select project_id, date_trunc('hour', created_at), count(*), count(*) filter (where is_duplicate_event),
  count(*) filter (where status = 'Discarded' and not is_duplicate_event), count(*) filter (where status = 'Failure')
from events where project_id = $1 group by 1, 2`;

const KIND_ROWS = `
insert into kinds (project_id, day, event_type, source_id, endpoint_id, subscription_id)
select distinct e.project_id, day, e.event_type, e.source_id, d.endpoint_id, d.subscription_id
from events e left join event_deliveries d on d.project_id = e.project_id and d.event_id = e.id
cross join lateral (values (floor(extract(epoch from e.created_at) / 86400)::int),
  (floor(extract(epoch from d.created_at) / 86400)::int)) as days(day)
where e.project_id = $1 and day is not null
on conflict do nothing`;

/** Events that go to each of the endpoints, and wait there. */
const BACKLOG_EVENTS = `
insert into events (project_id, id, event_type, status, endpoints, headers, payload, acknowledged_at, created_at, updated_at)
select $1, pg_temp.id_at(at, 'backlog ' || i), 'order.created', 'Success', $5::uuid[], '{}', '{}', at, at, at
from (select i, $2::timestamptz + make_interval(secs => i * $4::float8 / $3::int) as at from generate_series(0, $3::int - 1) as i) e`;

const BACKLOG = `
insert into event_deliveries (project_id, id, event_id, endpoint_id, event_type, status, strategy, interval_seconds,
  max_retry_seconds, retry_limit, next_send_time, acknowledged_at, created_at, updated_at)
select e.project_id, pg_temp.id_at(e.created_at + interval '2 ms', e.id || endpoint_id::text), e.id, endpoint_id, e.event_type,
  case when random() < 0.9 then 'Scheduled' else 'Retry' end, 'exponential', 10, 7200, 10, now(), e.created_at, e.created_at, e.created_at
from (select * from events where project_id = $1 order by id) e cross join unnest(e.endpoints) as endpoint_id`;

const PER_DAY = { meta: 2_000, alerts: 200, audit: 2_000, replays: 20 };

/** The bulk of a project as its use over so many days would leave it. Sets nothing off: nothing of it is due. */
export async function fillWorld(url: string, world: World, size: Size): Promise<void> {
  await withFiller(url, async (client) => {
    const { projectId } = world;
    const { start, seconds } = await makeDays(client, size.days);
    await client.query(KINDS, [
      world.kinds.map((kind) => kind.sourceId),
      world.kinds.map((kind) => kind.eventType),
      world.kinds.map((kind) => kind.slots),
    ]);
    await client.query(ROUTES, [
      world.routes.map((route) => route.sourceId),
      world.routes.map((route) => route.eventType),
      world.routes.map((route) => route.endpointId),
      world.routes.map((route) => route.subscriptionId),
    ]);
    await client.query("analyze kind, route");
    // Those that are not Success have no deliveries.
    const events = Math.ceil(size.deliveries / fanOut(world) / 0.969);
    await client.query(EVENTS, [projectId, start, 0, events, seconds / events]);
    const { deadEndpoint, inactiveEndpoint, pausedEndpoint } = world;
    const everything = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
    await client.query(DELIVERIES, [projectId, ...everything, deadEndpoint, inactiveEndpoint, pausedEndpoint]);
    await client.query(QUEUE, [projectId]);
    await client.query(ATTEMPTS, [projectId]);
    const over = (perDay: number) => [projectId, start, Math.ceil(perDay * size.days), seconds];
    await client.query(META_EVENTS, over(PER_DAY.meta));
    await client.query(META_QUEUE, [projectId]);
    await client.query(ALERTS, over(PER_DAY.alerts));
    await client.query(AUDIT_LOG, over(PER_DAY.audit));
    await client.query(REPLAYS, over(PER_DAY.replays));
    await client.query(REPLAY_ITEMS, [projectId, Math.ceil(size.deliveries / 10)]);
    await client.query(KIND_ROWS, [projectId]);
    await client.query(ENDPOINT_STATS, [projectId]);
    await client.query(EVENT_STATS, [projectId]);
  });
}

/** A project of which everything waits, over the last two days. */
export async function fillBacklog(
  url: string,
  project: { projectId: string; endpointIds: readonly string[] },
  size: Size,
): Promise<void> {
  await withFiller(url, async (client) => {
    const { projectId, endpointIds } = project;
    const { start, seconds } = await makeDays(client, Math.min(2, size.days));
    const events = Math.ceil(size.waiting / endpointIds.length);
    await client.query(BACKLOG_EVENTS, [projectId, start, events, seconds, endpointIds]);
    await client.query(BACKLOG, [projectId]);
    await client.query(QUEUE, [projectId]);
    await client.query(KIND_ROWS, [projectId]);
    await client.query(ENDPOINT_STATS, [projectId]);
    await client.query(EVENT_STATS, [projectId]);
  });
}

/** As autovacuum leaves tables that are no longer written to. */
export async function settleTables(url: string): Promise<void> {
  await withFiller(url, async (client) => {
    await client.query("vacuum analyze");
  });
}

async function makeDays(client: pg.Client, days: number): Promise<{ start: Date; seconds: number }> {
  const now = Date.now();
  const start = new Date(now - days * DAY_MS);
  await ensurePartitions(client, new Date(start.getTime() + DAY_MS), { daysAhead: days });
  return { start, seconds: days * 86_400 };
}

async function withFiller(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: "-c synchronous_commit=off -c work_mem=64MB" });
  await client.connect();
  try {
    await client.query(`${MAKE_ID}; select setseed(0.42)`);
    await work(client);
  } finally {
    await client.end();
  }
}
