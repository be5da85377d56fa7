create table sources (
  project_id uuid not null references projects,
  id uuid not null,
  mask_id text not null unique,
  name text not null,
  type text not null check (type in ('http', 'rest_api', 'pub_sub', 'db_change_stream')),
  provider text,
  is_disabled boolean not null default false,
  verifier text, -- encrypted JSON
  body_function text,
  header_function text,
  idempotency_keys text[] not null default '{}',
  forward_headers text[] not null default '{}',
  custom_response jsonb,
  pub_sub text, -- encrypted JSON
  provider_config jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  rest_api text, -- encrypted JSON: the settings of a rest_api source
  db_change_stream text, -- encrypted JSON: the settings of a db_change_stream source
  -- Where an http source's events have their type: {"header": …}, {"body": …} or {"fixed": …}; null for the usual places.
  event_type_from jsonb,
  -- The present versions; null without a function.
  body_function_version_id uuid,
  header_function_version_id uuid,
  -- The secret that a source's verifier had before (encrypted), which is accepted beside the present one until a time.
  previous_secret text,
  previous_secret_expires_at timestamptz(3),
  -- Until when a source takes a secret that its provider hands over, and the ones that it took: encrypted JSON, the newest
  -- first.
  handshake_until timestamptz(3),
  handshakes text,
  external_id text check (char_length(external_id) between 1 and 255),
  metadata jsonb check (jsonb_typeof(metadata) = 'object'),
  constraint sources_previous_secret_check check ((previous_secret is null) = (previous_secret_expires_at is null)),
  primary key (project_id, id)
);
-- Consumed sources are looked for every two seconds by every worker.
create index sources_consumed on sources (type) where deleted_at is null and type <> 'http';
create unique index sources_external_id on sources (project_id, external_id)
  where external_id is not null and deleted_at is null;

-- Who consumes which source (broker, poller, change stream), by a lease like those of the queues: one copy at a time,
-- for all of the source's workers. The same row tells how it goes, for whoever looks at the source.
create table source_consumers (
  project_id uuid not null,
  source_id uuid not null,
  worker_id uuid,
  lease_until timestamptz not null default now(),
  state text not null default 'connecting' check (state in ('connecting', 'connected', 'retrying', 'parked')),
  connected_since timestamptz(3),
  -- Tries to connect that failed one after another, and when the next one is due.
  failures integer not null default 0,
  next_try_at timestamptz(3),
  -- What waits at the source, and in what it is counted.
  lag bigint,
  lag_unit text check (lag_unit in ('messages', 'bytes', 'seconds')),
  lag_at timestamptz(3),
  last_error text,
  last_error_at timestamptz(3),
  -- What a poller tells of itself.
  last_poll_at timestamptz(3),
  next_poll_at timestamptz(3),
  last_poll_items integer,
  -- A consumer left something at its source (a replication slot, which keeps that server's log) that is to be removed when
  -- the source is.
  has_remains boolean not null default false,
  -- How often somebody asked for it to be tried at once: its consumer begins anew when this changes.
  restarts integer not null default 0,
  primary key (project_id, source_id),
  foreign key (project_id, source_id) references sources
) with (fillfactor = 50);
create index source_consumers_remains on source_consumers (source_id) where has_remains;
create index source_consumers_worker on source_consumers (worker_id) where worker_id is not null;

-- How far a source was read, where the source itself does not keep it. Written in the transaction of the events that it
-- is behind; a lower version never replaces a higher one.
create table source_positions (
  project_id uuid not null,
  source_id uuid not null,
  version bigint not null,
  position jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (project_id, source_id),
  foreign key (project_id, source_id) references sources
) with (fillfactor = 50);

-- Requests that a source refused, the newest of each source: what its sender and its admin need to find out why. No
-- values of headers and no bytes of bodies, for what was refused may be anything.
create table source_refusals (
  project_id uuid not null,
  source_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  status smallint not null,
  reason text not null,
  method text not null,
  address text not null,
  header_names text[] not null,
  body_size bigint,
  skipped integer not null, -- refused right after it, and too many to be kept
  code text, -- why a request did not prove who sent it: a word of RefusalCode
  primary key (project_id, source_id, id),
  foreign key (project_id, source_id) references sources
);

-- When a source's meta-event receiver was last told that it refuses requests for a reason.
create table refusal_notices (
  project_id uuid not null,
  source_id uuid not null,
  code text not null,
  told_at timestamptz(3) not null,
  primary key (project_id, source_id, code),
  foreign key (project_id, source_id) references sources
);
