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
  -- A replay that starts as soon as its deliveries are collected, without a look at them first.
  runs_when_ready boolean not null default false,
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

-- Addresses of this installation that show what arrives and answer what is set, and the latest requests of each. Both go
-- at the receiver's end: whatever reads them asks for `expires_at`, and upkeep deletes them within a minute.
create table receivers (
  project_id uuid not null references projects on delete cascade,
  id uuid not null,
  token text not null unique,
  name text not null,
  answer_status integer not null check (answer_status between 200 and 599),
  answer_delay_ms integer not null check (answer_delay_ms between 0 and 30000),
  answer_content_type text not null,
  answer_body text not null,
  answer_retry_after integer,
  fail_next integer not null check (fail_next >= 0),
  fail_status integer not null check (fail_status between 400 and 599),
  received bigint not null default 0,
  last_received_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (project_id, id)
);
create index receivers_expiry on receivers (expires_at);

create table receiver_requests (
  project_id uuid not null,
  receiver_id uuid not null,
  id uuid not null,
  received_at timestamptz(3) not null,
  method text not null,
  url_query_params text not null,
  headers json not null,
  body bytea not null,
  body_bytes bigint not null,
  status integer not null,
  primary key (project_id, receiver_id, id),
  foreign key (project_id, receiver_id) references receivers on delete cascade
);

-- Tests of deliveries that a device pulls, and what it answered. They are no deliveries and count nowhere; upkeep deletes
-- them minutes after they were made. A test is given to one pull, once: `lease` is that of the pull.
create table device_tests (
  project_id uuid not null,
  device_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  headers json not null,
  url_query_params text not null,
  payload bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  lease uuid,
  fetched_at timestamptz(3),
  answered_at timestamptz(3),
  url text,
  response_status integer,
  response_headers json,
  response_data bytea,
  response_truncated boolean not null default false,
  error_code text,
  error_message text,
  duration_ms double precision,
  primary key (project_id, device_id, id),
  foreign key (project_id, device_id) references devices
);
create index device_tests_expiry on device_tests (expires_at);
create index device_tests_waiting on device_tests (device_id, id) where lease is null;

-- Which files hold what was removed of a project's day. A day has a second part when something of it still waited to be
-- delivered when the first was written.
create table retention_exports (
  project_id uuid not null,
  day date not null,
  part integer not null,
  file text not null,
  lines bigint not null,
  exported_at timestamptz(3) not null default now(),
  primary key (project_id, day, part)
);

-- Days past their retention that could not be exported, and so stay; gone when they were.
create table export_failures (
  project_id uuid not null,
  day date not null,
  error text not null,
  since timestamptz not null default now(),
  failed_at timestamptz not null default now(),
  primary key (project_id, day)
);
