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
create index alerts_endpoint on alerts (project_id, endpoint_id, id);
create index alerts_subscription on alerts (project_id, subscription_id, id);

-- Why attempts at endpoints fail, grouped by cause and endpoint.
create table incidents (
  project_id uuid not null references projects,
  id uuid not null,
  endpoint_id uuid not null,
  -- The cause: how the attempts failed, the status of the answer if there was one, and what tells it from others like it.
  code text not null,
  response_status integer,
  detail text not null,
  error_message text,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  attempts bigint not null,
  deliveries bigint not null default 0,
  last_delivery_id uuid not null,
  answered_at timestamptz(3), -- the first success since last_seen_at
  announced_at timestamptz(3),
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  recovered_at timestamptz(3),
  recovery text check (recovery in ('answered', 'quiet', 'endpoint_deleted')),
  primary key (project_id, id)
);
create index incidents_answered on incidents (last_seen_at) where recovered_at is null and answered_at > last_seen_at;
-- One incident of a cause at a time. It also tells whether an endpoint has any.
create unique index incidents_current on incidents (project_id, endpoint_id, code, coalesce(response_status, 0), detail)
  where recovered_at is null;
create index incidents_endpoint on incidents (project_id, endpoint_id, last_seen_at);
create index incidents_quiet on incidents (last_seen_at) where recovered_at is null;
create index incidents_recovered on incidents (recovered_at) where recovered_at is not null;
create index incidents_unrecovered on incidents (project_id, id) where recovered_at is null;

-- What the settlement of a batch saw, appended in the same statement; upkeep folds that into incidents. A healthy endpoint costs neither a row nor a lock.
create table incident_deltas (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  endpoint_id uuid not null,
  code text, -- null if the attempts succeeded, which is noted only after failures
  response_status integer,
  detail text not null,
  ended_at timestamptz(3) not null, -- when the last of these attempts ended
  attempts integer not null,
  delivery_ids uuid[] not null,
  error_message text -- the error of one of these attempts, in words; null if there was an answer
);

-- Failed attempts of an incident per five minutes.
create table incident_counts (
  project_id uuid not null,
  incident_id uuid not null,
  at timestamptz not null,
  attempts bigint not null,
  primary key (project_id, incident_id, at)
);

-- The deliveries with an attempt that failed for the cause of an incident, each once.
create table incident_deliveries (
  project_id uuid not null,
  incident_id uuid not null,
  delivery_id uuid not null,
  primary key (project_id, incident_id, delivery_id)
);

create table incident_notes (
  project_id uuid not null,
  incident_id uuid not null,
  id uuid not null,
  author text not null,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (project_id, incident_id, id),
  foreign key (project_id, incident_id) references incidents on delete cascade
);

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
  kinds text[], -- null for all kinds, also those of later versions
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
  amount integer, -- in what the rule's threshold counts, where that is not the time
  since timestamptz not null,
  raised_at timestamptz, -- null while it is not older than the rule's threshold: nobody is shown it then
  missing_since timestamptz, -- since when it is found no more; some rounds later it is over
  ended_at timestamptz,
  primary key (project_id, id)
);
create index problems_all_open on problems (id) where ended_at is null;
create index problems_ended on problems (ended_at) where ended_at is not null;
create unique index problems_open on problems (project_id, kind, subject_type, subject_id) where ended_at is null;

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

-- What people are to be told: written in the transaction of what happened, sent by whichever worker takes it. Where it goes
-- is read from the endpoint or the route when it is sent, so no address is kept here.
create table notifications (
  id uuid primary key,
  project_id uuid not null,
  endpoint_id uuid,
  channel text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  -- A lease is a visibility time-out here too: taking it moves due_at. Null once it was sent or given up.
  due_at timestamptz default now(),
  num_trials integer not null default 0,
  last_error text,
  -- Of a route's notification, which is kept for a while after it was sent or given up.
  route_id uuid,
  route_name text,
  content jsonb,
  sent_at timestamptz,
  failed_at timestamptz
);
create index notifications_due on notifications (due_at);
create index notifications_of_project on notifications (project_id, id);
