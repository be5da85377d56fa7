-- Keys are UUIDv7. Every tenant table has the primary key (project_id, id), so that a tenant's rows lie together
-- and the schema can be distributed by project. Timestamps keep milliseconds, because cursors and answers do.

create table projects (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('incoming', 'outgoing')),
  settings jsonb not null default '{}',
  -- Counts every change of the project's configuration (see bump_config); a writer that routed by an older
  -- number than this one must read again.
  config_version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index projects_name on projects (lower(name)) where deleted_at is null;

create table users (
  id uuid primary key,
  email text not null,
  name text not null default '',
  password_hash text,
  oidc_subject text,
  is_owner boolean not null default false,
  session_version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create unique index users_oidc_subject on users (oidc_subject) where deleted_at is null;

create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table project_members (
  project_id uuid not null references projects,
  user_id uuid not null references users,
  role text not null check (role in ('viewer', 'operator', 'admin')),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table api_keys (
  project_id uuid not null references projects,
  id uuid not null,
  key_id text not null unique,
  secret_hash bytea not null,
  name text not null,
  role text not null check (role in ('viewer', 'operator', 'admin')),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);
create unique index api_keys_name on api_keys (project_id, lower(name)) where revoked_at is null;

create table endpoints (
  project_id uuid not null references projects,
  id uuid not null,
  owner_id text,
  name text not null,
  description text not null default '',
  url text not null,
  status text not null default 'active' check (status in ('active', 'inactive', 'pending', 'paused')),
  status_reason text,
  advanced_signatures boolean not null default true,
  authentication text, -- encrypted JSON
  http_timeout integer not null default 10,
  rate_limit integer not null default 0,
  rate_limit_duration integer not null default 60,
  chat_webhook_url text,
  support_email text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (project_id, id)
);
create index endpoints_owner on endpoints (project_id, owner_id) where deleted_at is null and owner_id is not null;

create table endpoint_secrets (
  project_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  value text not null, -- encrypted
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (project_id, endpoint_id, id),
  foreign key (project_id, endpoint_id) references endpoints
);

create table sources (
  project_id uuid not null references projects,
  id uuid not null,
  mask_id text not null unique,
  name text not null,
  type text not null check (type in ('http', 'rest_api', 'pub_sub', 'db_change_stream')),
  provider text check (provider in ('github', 'twitter', 'shopify')),
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
  primary key (project_id, id)
);

create table subscriptions (
  project_id uuid not null references projects,
  id uuid not null,
  name text not null,
  type text not null default 'api' check (type in ('api', 'cli')),
  source_id uuid,
  endpoint_id uuid,
  device_id uuid,
  filter_config jsonb not null,
  function text,
  retry_config jsonb,
  rate_limit_config jsonb,
  alert_config jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (project_id, id),
  foreign key (project_id, source_id) references sources,
  foreign key (project_id, endpoint_id) references endpoints
);
create index subscriptions_endpoint on subscriptions (project_id, endpoint_id);
create index subscriptions_source on subscriptions (project_id, source_id);

-- The bulk tables: partitioned by day of their id (partitions are made by lib/db/partitions.ts). The default
-- partition catches ids outside every made day, so that an insert never fails for want of a partition.

create table events (
  project_id uuid not null,
  id uuid not null,
  source_id uuid,
  event_type text not null,
  status text not null,
  status_reason text,
  idempotency_key text,
  is_duplicate_event boolean not null default false,
  -- What the caller addressed, when it was not the subscriptions of a source: {"endpoint_id"}, {"owner_id"} or {"broadcast":true}.
  target jsonb,
  endpoints uuid[] not null default '{}',
  headers json not null,
  url_query_params text not null default '',
  path text not null default '',
  payload bytea not null,
  acknowledged_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
) partition by range (id);
create index events_source on events (project_id, source_id, id) where source_id is not null;
create index events_type on events (project_id, event_type, id);
create index events_idempotency on events (project_id, idempotency_key, id) where idempotency_key is not null;
create table events_default partition of events default;

create table event_deliveries (
  project_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  endpoint_id uuid,
  device_id uuid,
  subscription_id uuid,
  event_type text not null,
  idempotency_key text,
  -- No index reads `status`, so that Scheduled -> Success is a heap-only update. The unfinished deliveries are
  -- those of delivery_queue, the dead ones those where `dead` is set.
  status text not null,
  dead text check (dead in ('Failure', 'Discarded')),
  description text not null default '',
  url_query_params text not null default '',
  headers json,  -- only where a function changed them
  payload bytea, -- only where a function changed it
  strategy text not null,
  interval_seconds integer not null,
  max_retry_seconds integer not null,
  retry_limit integer not null,
  num_trials integer not null default 0,
  next_send_time timestamptz(3),
  latency_seconds double precision,
  acknowledged_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
) partition by range (id);
create index event_deliveries_endpoint on event_deliveries (project_id, endpoint_id, id);
create index event_deliveries_event on event_deliveries (project_id, event_id);
create index event_deliveries_subscription on event_deliveries (project_id, subscription_id, id);
create index event_deliveries_type on event_deliveries (project_id, event_type, id);
create index event_deliveries_idempotency on event_deliveries (project_id, idempotency_key, id) where idempotency_key is not null;
create index event_deliveries_dead on event_deliveries (project_id, dead, id) where dead is not null;
create table event_deliveries_default partition of event_deliveries default;

-- Attempts lie in the partition of their delivery's day, so that a delivery's attempts are one look-up.
create table delivery_attempts (
  project_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  number integer not null,
  endpoint_id uuid,
  url text not null,
  request_headers json not null,
  response_status integer,
  response_headers json,
  response_data bytea,
  response_truncated boolean not null default false,
  error_code text,
  error_message text,
  started_at timestamptz(3) not null,
  duration_ms double precision not null,
  primary key (project_id, delivery_id, id)
) partition by range (delivery_id);
create table delivery_attempts_default partition of delivery_attempts default;

create table meta_events (
  project_id uuid not null,
  id uuid not null,
  event_type text not null,
  status text not null,
  description text not null default '',
  payload bytea not null,
  strategy text not null,
  interval_seconds integer not null,
  max_retry_seconds integer not null,
  retry_limit integer not null,
  num_trials integer not null default 0,
  next_send_time timestamptz(3),
  attempt jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
) partition by range (id);
create index meta_events_type on meta_events (project_id, event_type, id);
create table meta_events_default partition of meta_events default;

-- The hot tables: narrow, short-lived rows. A lease is a visibility time-out: claiming sets `lease` to the worker
-- and moves `due_at` to the lease's end, so that work of a dead worker comes back by itself.

create table delivery_queue (
  project_id uuid not null,
  delivery_id uuid not null,
  kind text not null check (kind in ('delivery', 'meta_event')),
  -- What is claimed fairly and bounded: the endpoint, or for meta events the project.
  lane_id uuid not null,
  event_id uuid, -- null for a meta event, which carries its own payload
  due_at timestamptz not null,
  lease uuid,
  num_trials integer not null default 0,
  -- Tries that had been made when the retry budget last began: 0, or num_trials at the last resend.
  budget_from integer not null default 0,
  primary key (project_id, delivery_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index delivery_queue_lane on delivery_queue (lane_id, due_at);
create index delivery_queue_lease on delivery_queue (lease) where lease is not null;

-- Events that were committed but not routed yet (status Pending or Processing): the inbox.
create table routing_queue (
  project_id uuid not null,
  event_id uuid not null,
  due_at timestamptz not null,
  lease uuid,
  primary key (project_id, event_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index routing_queue_due on routing_queue (due_at);
create index routing_queue_lease on routing_queue (lease) where lease is not null;

-- A live worker holds the session advisory lock of its lock_key; when the lock can be had, the worker is dead.
create table workers (
  id uuid primary key,
  lock_key bigint not null,
  name text not null,
  started_at timestamptz(3) not null default now()
);

create table idempotency_keys (
  project_id uuid not null,
  scope uuid not null, -- the source, or the project for events created by API
  key text not null,
  event_id uuid not null,
  expires_at timestamptz not null,
  primary key (project_id, scope, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Counters per endpoint and hour. Writers append to the deltas in the transaction that they count; maintenance
-- folds deltas into endpoint_stats; readers add both up. Nobody ever waits for a hot counter row.
create table endpoint_stat_deltas (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  endpoint_id uuid not null,
  hour timestamptz not null,
  deliveries integer not null default 0,
  attempts integer not null default 0,
  attempts_failed integer not null default 0
);
create index endpoint_stat_deltas_endpoint on endpoint_stat_deltas (project_id, endpoint_id);
create table endpoint_stats (
  project_id uuid not null,
  endpoint_id uuid not null,
  hour timestamptz not null,
  deliveries bigint not null default 0,
  attempts bigint not null default 0,
  attempts_failed bigint not null default 0,
  primary key (project_id, endpoint_id, hour)
);

-- Whatever changes a project's configuration bumps its version and tells every copy on `hookyard_config`.
create function bump_config() returns trigger language plpgsql as $$
declare
  project uuid := case tg_op when 'DELETE' then old.project_id else new.project_id end;
begin
  update projects set config_version = config_version + 1 where id = project;
  perform pg_notify('hookyard_config', project::text);
  return null;
end $$;

create trigger endpoints_config after insert or update or delete on endpoints for each row execute function bump_config();
create trigger endpoint_secrets_config after insert or update or delete on endpoint_secrets for each row execute function bump_config();
create trigger sources_config after insert or update or delete on sources for each row execute function bump_config();
create trigger subscriptions_config after insert or update or delete on subscriptions for each row execute function bump_config();
create trigger api_keys_config after insert or update of role, expires_at, revoked_at or delete on api_keys for each row execute function bump_config();

create function bump_own_config() returns trigger language plpgsql as $$
begin
  new.config_version := old.config_version + 1;
  perform pg_notify('hookyard_config', new.id::text);
  return new;
end $$;
create trigger projects_config before update of name, type, settings, deleted_at on projects for each row execute function bump_own_config();
