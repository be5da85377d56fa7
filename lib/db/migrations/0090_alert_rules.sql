-- What people are told of a project, and of the installation: its rows have the id 00000000-0000-0000-0000-000000000000
-- for a project. A rule without a row is as lib/nouns/alert-rules/rules.ts has it.
create table alert_rules (
  project_id uuid not null,
  kind text not null,
  is_enabled boolean not null,
  threshold integer not null,
  silenced_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (project_id, kind)
);

-- Where what was found goes. `settings` is encrypted: an address or a key is a credential.
create table alert_routes (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  settings text not null,
  -- Null for all kinds, also those of later versions.
  kinds text[],
  pause_seconds integer not null,
  is_enabled boolean not null,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id)
);

-- What a rule has found of one subject, from then until it is over.
create table problems (
  project_id uuid not null,
  id uuid not null,
  kind text not null,
  level text not null,
  subject_type text not null,
  subject_id text not null,
  subject_name text not null,
  cause text not null,
  -- In what the rule's threshold counts, where that is not the time.
  amount integer,
  since timestamptz not null,
  -- Null while it is not older than the rule's threshold: nobody is shown it then.
  raised_at timestamptz,
  -- Since when it is found no more; some rounds later it is over.
  missing_since timestamptz,
  ended_at timestamptz,
  primary key (project_id, id)
);
create unique index problems_open on problems (project_id, kind, subject_type, subject_id) where ended_at is null;
create index problems_all_open on problems (id) where ended_at is null;
create index problems_ended on problems (ended_at) where ended_at is not null;
create index endpoints_inactive on endpoints (project_id) where status = 'inactive' and deleted_at is null;

-- Of which subjects a route was told, at which level at most; gone when it was told that they are over.
create table alert_tellings (
  project_id uuid not null,
  route_id uuid not null,
  subject_type text not null,
  subject_id text not null,
  level text not null,
  subject_name text not null,
  since timestamptz not null,
  told_at timestamptz not null default now(),
  primary key (project_id, route_id, subject_type, subject_id)
);

-- Notifications of routes are kept for a while after they were sent or given up.
alter table notifications
  drop constraint notifications_channel_check,
  alter column endpoint_id drop not null,
  alter column due_at drop not null,
  add column route_id uuid,
  add column route_name text,
  add column content jsonb,
  add column sent_at timestamptz,
  add column failed_at timestamptz;
create index notifications_of_project on notifications (project_id, id);

-- Days past their retention that could not be exported, and so stay; gone when they were.
create table export_failures (
  project_id uuid not null,
  day date not null,
  error text not null,
  since timestamptz not null default now(),
  failed_at timestamptz not null default now(),
  primary key (project_id, day)
);
