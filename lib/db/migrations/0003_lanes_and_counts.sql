-- A subscription with a rate limit has a lane of its own, so that its waiting work holds up nobody else's.
-- The queue therefore says which endpoint a row is for beside its lane.
alter table delivery_queue add column endpoint_id uuid; -- null for a meta event
update delivery_queue set endpoint_id = lane_id where kind = 'delivery';
create unique index subscriptions_id on subscriptions (id);
create index subscriptions_rate_limited on subscriptions (id) where rate_limit_config is not null;

-- Outcomes, counted in the hour in which the delivery was made: a resend takes its outcome back. So for any range of
-- hours, waiting = deliveries - succeeded - failed - discarded.
alter table endpoint_stat_deltas
  add column succeeded integer not null default 0,
  add column failed integer not null default 0,
  add column discarded integer not null default 0;
alter table endpoint_stats
  add column succeeded bigint not null default 0,
  add column failed bigint not null default 0,
  add column discarded bigint not null default 0;
insert into endpoint_stats as s (project_id, endpoint_id, hour, succeeded, failed, discarded)
select project_id, endpoint_id, date_trunc('hour', created_at), count(*) filter (where status = 'Success'),
  count(*) filter (where status = 'Failure'), count(*) filter (where status = 'Discarded')
from event_deliveries where endpoint_id is not null and status in ('Success', 'Failure', 'Discarded')
group by 1, 2, 3
on conflict (project_id, endpoint_id, hour) do update
set succeeded = excluded.succeeded, failed = excluded.failed, discarded = excluded.discarded;

-- Events accepted, by hour and what became of them; the same way of counting.
create table event_stat_deltas (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  hour timestamptz not null,
  accepted integer not null default 0,
  duplicates integer not null default 0,
  discarded integer not null default 0
);
create index event_stat_deltas_project on event_stat_deltas (project_id);
create table event_stats (
  project_id uuid not null,
  hour timestamptz not null,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  discarded bigint not null default 0,
  primary key (project_id, hour)
);
insert into event_stats (project_id, hour, accepted, duplicates, discarded)
select project_id, date_trunc('hour', created_at), count(*), count(*) filter (where is_duplicate_event),
  count(*) filter (where status = 'Discarded' and not is_duplicate_event)
from events group by 1, 2;

-- Failed tries of subscriptions that want an alert, until they are older than the alert's window; and the alerts raised.
create table subscription_failures (
  project_id uuid not null,
  subscription_id uuid not null,
  failed_at timestamptz not null,
  delivery_id uuid not null,
  number integer not null,
  primary key (project_id, subscription_id, failed_at, delivery_id, number)
);
create table alerts (
  project_id uuid not null references projects,
  id uuid not null,
  subscription_id uuid not null,
  endpoint_id uuid,
  failures integer not null,
  threshold_seconds integer not null,
  message text not null,
  acknowledged_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);
create index alerts_subscription on alerts (project_id, subscription_id, id);
