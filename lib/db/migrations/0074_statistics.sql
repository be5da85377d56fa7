-- Deliveries are counted by subscription as well, attempts by what came back and by how long they took, events by their
-- source and by the minute. What was counted before has no subscription, no source and neither answers nor durations.
-- `answers` and `durations` are lists of counts by class (lib/queue/attempt-classes.ts), without the zeros at their ends.
alter table endpoint_stat_deltas
  add column subscription_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column answer smallint, -- the class, of a row that counts attempts
  add column duration smallint;

alter table endpoint_stats
  add column subscription_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column answers bigint[] not null default '{}',
  add column durations bigint[] not null default '{}',
  drop constraint endpoint_stats_pkey,
  add primary key (project_id, destination_id, hour, subscription_id);
create index endpoint_stats_subscription on endpoint_stats (project_id, subscription_id, hour);

alter table endpoint_minutes
  add column subscription_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column answers bigint[] not null default '{}',
  add column durations bigint[] not null default '{}',
  drop constraint endpoint_minutes_pkey,
  add primary key (project_id, minute, destination_id, subscription_id);

-- The sums of a project, so that its own charts cost the same with one endpoint and with a hundred thousand.
create table project_stats (
  project_id uuid not null,
  hour timestamptz not null,
  deliveries bigint not null default 0,
  attempts bigint not null default 0,
  attempts_failed bigint not null default 0,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  discarded bigint not null default 0,
  answers bigint[] not null default '{}',
  durations bigint[] not null default '{}',
  primary key (project_id, hour)
);
create table project_minutes (
  project_id uuid not null,
  minute timestamptz not null,
  deliveries bigint not null default 0,
  attempts bigint not null default 0,
  attempts_failed bigint not null default 0,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  discarded bigint not null default 0,
  answers bigint[] not null default '{}',
  durations bigint[] not null default '{}',
  primary key (project_id, minute)
);
create index project_minutes_past on project_minutes (minute);
insert into project_stats (project_id, hour, deliveries, attempts, attempts_failed, succeeded, failed, discarded)
select project_id, hour, sum(deliveries), sum(attempts), sum(attempts_failed), sum(succeeded), sum(failed), sum(discarded)
from endpoint_stats group by 1, 2;
insert into project_minutes (project_id, minute, deliveries, attempts, attempts_failed, succeeded, failed, discarded)
select project_id, minute, sum(deliveries), sum(attempts), sum(attempts_failed), sum(succeeded), sum(failed), sum(discarded)
from endpoint_minutes group by 1, 2;

alter table event_stat_deltas rename column hour to minute;
alter table event_stat_deltas add column source_id uuid not null default '00000000-0000-0000-0000-000000000000';
alter table event_stats
  add column source_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint event_stats_pkey,
  add primary key (project_id, hour, source_id);
create table event_minutes (
  project_id uuid not null,
  source_id uuid not null,
  minute timestamptz not null,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  discarded bigint not null default 0,
  failed bigint not null default 0,
  primary key (project_id, minute, source_id)
);
create index event_minutes_past on event_minutes (minute);
