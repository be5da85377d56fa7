-- Counters per destination and subscription. Writers append to the deltas in the transaction that they count; upkeep folds
-- deltas into minutes and hours; readers add both up. Nobody ever waits for a hot counter row. `answers` and `durations` are
-- lists of counts by class (lib/queue/attempt-classes.ts), without the zeros at their ends.
create table endpoint_stat_deltas (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  destination_id uuid not null,
  minute timestamptz not null,
  deliveries integer not null default 0,
  attempts integer not null default 0,
  attempts_failed integer not null default 0,
  -- Outcomes, counted in the hour in which the delivery was made: a resend takes its outcome back. So for any range of
  -- hours, waiting = deliveries - succeeded - failed - discarded.
  succeeded integer not null default 0,
  failed integer not null default 0,
  discarded integer not null default 0,
  subscription_id uuid not null default '00000000-0000-0000-0000-000000000000',
  answer smallint, -- the class, of a row that counts attempts
  duration smallint -- likewise
);
create index endpoint_stat_deltas_endpoint on endpoint_stat_deltas (project_id, destination_id);

create table endpoint_stats (
  project_id uuid not null,
  destination_id uuid not null,
  hour timestamptz not null,
  deliveries bigint not null default 0,
  attempts bigint not null default 0,
  attempts_failed bigint not null default 0,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  discarded bigint not null default 0,
  subscription_id uuid not null default '00000000-0000-0000-0000-000000000000',
  answers bigint[] not null default '{}',
  durations bigint[] not null default '{}',
  primary key (project_id, destination_id, hour, subscription_id)
);
-- Statistics of a project read a range of hours over all its endpoints.
create index endpoint_stats_hour on endpoint_stats (project_id, hour);
create index endpoint_stats_subscription on endpoint_stats (project_id, subscription_id, hour);

create table endpoint_minutes (
  project_id uuid not null,
  destination_id uuid not null,
  minute timestamptz not null,
  deliveries bigint not null default 0,
  attempts bigint not null default 0,
  attempts_failed bigint not null default 0,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  discarded bigint not null default 0,
  subscription_id uuid not null default '00000000-0000-0000-0000-000000000000',
  answers bigint[] not null default '{}',
  durations bigint[] not null default '{}',
  primary key (project_id, minute, destination_id, subscription_id)
);
create index endpoint_minutes_past on endpoint_minutes (minute);

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

-- Events accepted, by hour and what became of them; the same way of counting.
create table event_stat_deltas (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  minute timestamptz not null,
  accepted integer not null default 0,
  duplicates integer not null default 0,
  discarded integer not null default 0,
  failed integer not null default 0,
  source_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index event_stat_deltas_project on event_stat_deltas (project_id);

create table event_stats (
  project_id uuid not null,
  hour timestamptz not null,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  discarded bigint not null default 0,
  failed bigint not null default 0,
  source_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (project_id, hour, source_id)
);

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
