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
  -- How many requests may be under way to an endpoint at once, over all copies; 0 leaves it to each copy's own bound.
  max_in_flight integer not null default 0,
  -- Deliveries to an endpoint whose payloads have the same value at `ordering_key` go strictly one after another.
  ordering_key text not null default '',
  ordering_policy text not null default 'block' check (ordering_policy in ('block', 'skip')),
  ordering_skip_after integer not null default 3,
  sealed_chat_webhook_url text, -- encrypted: whoever knows the address of a chat can write there
  -- How the requests to an endpoint are written. `headers` are names with their values, none of them a credential.
  headers json not null default '{}',
  http_method text not null default 'POST' check (http_method in ('POST', 'PUT', 'PATCH')),
  content_type text not null default 'application/json'
    check (content_type in ('application/json', 'application/x-www-form-urlencoded')),
  tls text, -- encrypted JSON: a client certificate with its key, and authorities
  -- How the deliveries of an endpoint are signed, and the key pairs that sign them; null without any.
  signature_algorithm text not null default 'hmac'
    check (signature_algorithm in ('hmac', 'ed25519', 'hmac_and_ed25519')),
  key_pairs text, -- encrypted JSON
  -- Where the values of the variables in an endpoint's url are, by their names; null where its braces are none.
  url_variables json,
  external_id text check (char_length(external_id) between 1 and 255),
  metadata jsonb check (jsonb_typeof(metadata) = 'object'),
  tags text[] check (cardinality(tags) between 1 and 20),
  primary key (project_id, id)
);
create unique index endpoints_external_id on endpoints (project_id, external_id)
  where external_id is not null and deleted_at is null;
-- The claim looks lanes up by endpoint without knowing the project.
create unique index endpoints_id on endpoints (id);
create index endpoints_inactive on endpoints (project_id) where status = 'inactive' and deleted_at is null;
-- Public keys are asked for by the endpoint's id alone.
create index endpoints_key_pairs on endpoints (id) where key_pairs is not null;
create index endpoints_metadata on endpoints using gin (metadata jsonb_path_ops) where metadata is not null;
create index endpoints_metered on endpoints (id) where rate_limit > 0 or max_in_flight > 0;
-- Deleted endpoints too: their deliveries are found by their owner still.
create index endpoints_owned on endpoints (project_id, owner_id) where owner_id is not null;
create index endpoints_owner on endpoints (project_id, owner_id) where deleted_at is null and owner_id is not null;
create index endpoints_tags on endpoints using gin (tags) where tags is not null;

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

-- Endpoints whose last tries failed one after another. Only failing endpoints have a row, so that a healthy one costs
-- no write. While the breaker is open (endpoints.status = 'pending') probe_at is when one real delivery may try again.
create table endpoint_health (
  endpoint_id uuid primary key,
  project_id uuid not null,
  consecutive_failures integer not null,
  opened_at timestamptz,
  probe_at timestamptz,
  probe_pause_seconds integer,
  last_note uuid, -- read by nothing that runs; `notes` took its place
  -- Which batch of tries each worker counted last, by the worker's id: a worker notes an endpoint's batches one after another,
  -- so that a batch that is noted again, because the answer to its commit was lost, is known however many others noted since.
  notes jsonb not null default '{}'
);
create index endpoint_health_probe on endpoint_health (probe_at) where probe_at is not null;

-- A machine without a public address, which pulls its deliveries (type cli of a subscription). Where a delivery goes to
-- a device, `destination_id` of delivery_queue, of its attempts and of the counters is the device.
create table devices (
  project_id uuid not null references projects,
  id uuid not null,
  endpoint_id uuid, -- the endpoint that it stands in for: whose secrets sign, and whose events it gets
  host_name text not null,
  secret text not null, -- encrypted; signs where no endpoint's secrets do
  is_disabled boolean not null default false,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (project_id, id),
  foreign key (project_id, endpoint_id) references endpoints
);
create unique index devices_host_name on devices (project_id, lower(host_name)) where deleted_at is null;
-- The claim looks lanes up by device without knowing the project.
create unique index devices_id on devices (id);
