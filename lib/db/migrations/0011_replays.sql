-- Saved plans that resend many deliveries. The ids are frozen into replay_items first (Preparing), then resent at a rate.
create table replays (
  project_id uuid not null references projects,
  id uuid not null,
  name text not null,
  filter jsonb not null,
  force boolean not null default false,
  rate_per_second integer not null,
  status text not null check (status in ('Preparing', 'Ready', 'Running', 'Paused', 'Completed', 'Cancelled')),
  created_by text not null,
  -- The last delivery that was looked at while freezing; what of the filter's deliveries was found so far.
  frozen_after uuid,
  is_truncated boolean not null default false,
  sample jsonb not null default '[]',
  by_status jsonb not null default '{}',
  items integer not null default 0,
  resent integer not null default 0,
  skipped integer not null default 0,
  -- Up to when the rate is used up; a running plan may resend what has flowed in since.
  paid_until timestamptz not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (project_id, id)
);
create index replays_active on replays (status, id) where status in ('Preparing', 'Running');

-- The key is the promise that a plan resends no delivery twice.
create table replay_items (
  project_id uuid not null,
  replay_id uuid not null,
  delivery_id uuid not null,
  status text not null default 'Waiting' check (status in ('Waiting', 'Resent', 'Skipped')),
  reason text not null default '',
  settled_at timestamptz(3),
  primary key (project_id, replay_id, delivery_id),
  foreign key (project_id, replay_id) references replays on delete cascade
);
create index replay_items_waiting on replay_items (project_id, replay_id, delivery_id) where status = 'Waiting';

-- Statistics of a project read a range of hours over all its endpoints.
create index endpoint_stats_hour on endpoint_stats (project_id, hour);
