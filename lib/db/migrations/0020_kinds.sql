-- Which kinds of events and deliveries a project had on which days, so that a list that is filtered by them reads only
-- the days that can hold something. A row is there before the first event or delivery of its kind and day is; it may be
-- there without one. A day without rows, or with one whose event_type is null, tells nothing and is read.
create table kinds (
  project_id uuid not null,
  day integer not null, -- since 1970, UTC, of the event's id or the delivery's
  event_type text,
  source_id uuid,
  endpoint_id uuid, -- null, as is subscription_id, for an event alone
  subscription_id uuid
);
create unique index kinds_once on kinds (project_id, day, event_type, source_id, endpoint_id, subscription_id) nulls not distinct;

-- Days that began before this table did are known in part.
insert into kinds (project_id, day)
select id, floor(extract(epoch from now()) / 86400)::integer + ahead from projects, generate_series(0, 1) as ahead;

-- Few events fail or are wanted by nobody, and their list is asked for when something is wrong.
create index events_dead on events (project_id, status, id) where status in ('Failure', 'Discarded');

-- The ledger told failed events as routed.
alter table event_stat_deltas add column failed integer not null default 0;
alter table event_stats add column failed bigint not null default 0;
insert into event_stat_deltas (project_id, hour, failed)
select project_id, date_trunc('hour', created_at), count(*) from events where status = 'Failure' group by 1, 2;
