-- Why attempts at endpoints fail, grouped by cause and endpoint. The settlement of a batch appends what it saw, in the same
-- statement; upkeep folds that into incidents. A healthy endpoint costs neither a row nor a lock.
create table incident_deltas (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  endpoint_id uuid not null,
  -- Null if the attempts succeeded, which is noted only after failures.
  code text,
  response_status integer,
  detail text not null,
  -- When the last of these attempts ended.
  ended_at timestamptz(3) not null,
  attempts integer not null,
  delivery_ids uuid[] not null,
  -- The error of one of these attempts, in words; null if there was an answer.
  error_message text
);

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
  -- The first success since last_seen_at.
  answered_at timestamptz(3),
  announced_at timestamptz(3),
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  recovered_at timestamptz(3),
  recovery text check (recovery in ('answered', 'quiet', 'endpoint_deleted')),
  primary key (project_id, id)
);
-- One incident of a cause at a time. It also tells whether an endpoint has any.
create unique index incidents_current on incidents (project_id, endpoint_id, code, coalesce(response_status, 0), detail)
  where recovered_at is null;
create index incidents_endpoint on incidents (project_id, endpoint_id, last_seen_at);
create index incidents_unrecovered on incidents (project_id, id) where recovered_at is null;
create index incidents_quiet on incidents (last_seen_at) where recovered_at is null;
create index incidents_answered on incidents (last_seen_at) where recovered_at is null and answered_at > last_seen_at;
create index incidents_recovered on incidents (recovered_at) where recovered_at is not null;

-- The deliveries with an attempt that failed for the cause of an incident, each once.
create table incident_deliveries (
  project_id uuid not null,
  incident_id uuid not null,
  delivery_id uuid not null,
  primary key (project_id, incident_id, delivery_id)
);

-- Failed attempts of an incident per five minutes.
create table incident_counts (
  project_id uuid not null,
  incident_id uuid not null,
  at timestamptz not null,
  attempts bigint not null,
  primary key (project_id, incident_id, at)
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
