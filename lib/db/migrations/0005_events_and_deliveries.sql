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
  -- Why an event led to no delivery, as a word of a closed list (lib/kernel/vocabulary.ts), beside the sentence in status_reason.
  status_code text,
  -- What ran over it when it was last routed; null where nothing did.
  function_versions uuid[],
  deliver_at timestamptz(3), -- when it asks to be delivered; null for at once
  -- What the sender of an event calls it, and pairs of text of its own: kept, shown and found by, and nothing else. Null
  -- where it gave none.
  external_id text,
  metadata jsonb,
  -- Words that the sender of an event gave it; null where it gave none, so that such an event costs no entry of an index.
  tags text[],
  primary key (project_id, id)
) partition by range (id);
create index events_metadata on events using gin (metadata jsonb_path_ops) where metadata is not null;
create index events_type on events (project_id, event_type, id);
create index events_external on events (project_id, external_id, id) where external_id is not null;
create index events_idempotency on events (project_id, idempotency_key, id) where idempotency_key is not null;
create index events_source on events (project_id, source_id, id) where source_id is not null;
-- Few events fail or are wanted by nobody, and their list is asked for when something is wrong.
create index events_dead on events (project_id, status, id) where status in ('Failure', 'Discarded');
create index events_tags on events using gin (tags) where tags is not null;
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
  headers json, -- only where a function changed them
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
  ordering_key text, -- the value found; null where the order does not matter
  -- What deliveries are searched by when something is wrong: how the last attempt failed, how many there were, how slow the
  -- success was. A delivery that succeeds at once and quickly has none of it, and so costs no entry of an index.
  -- `trait`: status, failure and class of attempts, as lib/queue/trait.ts writes them; null for what has no attempt, and for a
  -- success at the first one.
  trait text collate "C",
  -- Of the seconds until success, as lib/queue/trait.ts tells it; null for less than half a second.
  latency_class smallint,
  -- The functions that ran over it, the source's before the subscription's; null where none did.
  function_versions uuid[],
  -- When a delivery was to be sent: latency counts from then. Null for one that was to be sent at once.
  deliver_at timestamptz(3),
  external_id text, -- as its event has it
  tags text[], -- as its event has them
  primary key (project_id, id)
) partition by range (id);
create index event_deliveries_dead on event_deliveries (project_id, dead, id) where dead is not null;
create index event_deliveries_device on event_deliveries (project_id, device_id, id) where device_id is not null;
create index event_deliveries_endpoint on event_deliveries (project_id, endpoint_id, id);
create index event_deliveries_event on event_deliveries (project_id, event_id);
create index event_deliveries_type on event_deliveries (project_id, event_type, id);
create index event_deliveries_external on event_deliveries (project_id, external_id, id) where external_id is not null;
create index event_deliveries_idempotency on event_deliveries (project_id, idempotency_key, id) where idempotency_key is not null;
create index event_deliveries_slow on event_deliveries (project_id, latency_class, id) where latency_class is not null;
create index event_deliveries_subscription on event_deliveries (project_id, subscription_id, id);
create index event_deliveries_trait on event_deliveries (project_id, trait, id) where trait is not null;
create index event_deliveries_tags on event_deliveries using gin (tags) where tags is not null;
create table event_deliveries_default partition of event_deliveries default;

-- Attempts lie in the partition of their delivery's day, so that a delivery's attempts are one look-up.
create table delivery_attempts (
  project_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  number integer not null,
  destination_id uuid,
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
  method text, -- null for POST
  primary key (project_id, delivery_id, id)
) partition by range (delivery_id);
create table delivery_attempts_default partition of delivery_attempts default;

-- What people have written about a delivery. They go with it: upkeep deletes the notes of deliveries that are gone.
create table delivery_notes (
  project_id uuid not null references projects,
  delivery_id uuid not null,
  id uuid not null,
  author text not null,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (project_id, delivery_id, id)
);
create index delivery_notes_created on delivery_notes (created_at);

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

create table idempotency_keys (
  project_id uuid not null,
  scope uuid not null, -- the source, or the project for events created by API
  key text not null,
  event_id uuid not null,
  expires_at timestamptz not null,
  primary key (project_id, scope, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

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

-- The payload as text; what is no UTF-8 with its bytes escaped.
create function payload_text(payload bytea) returns text language plpgsql immutable strict as $$
begin
  return convert_from(payload, 'UTF8');
exception when others then
  return encode(payload, 'escape');
end $$;

-- The payload as JSON; null when it is none that jsonb can hold.
create function payload_json(payload bytea) returns jsonb language plpgsql immutable strict as $$
begin
  return convert_from(payload, 'UTF8')::jsonb;
exception when others then
  return null;
end $$;
