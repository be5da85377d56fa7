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
  function_version_id uuid, -- the present version; null without a function
  external_id text check (char_length(external_id) between 1 and 255),
  metadata jsonb check (jsonb_typeof(metadata) = 'object'),
  primary key (project_id, id),
  foreign key (project_id, device_id) references devices,
  foreign key (project_id, endpoint_id) references endpoints,
  foreign key (project_id, source_id) references sources
);
create index subscriptions_device on subscriptions (project_id, device_id) where device_id is not null;
create index subscriptions_endpoint on subscriptions (project_id, endpoint_id);
create unique index subscriptions_external_id on subscriptions (project_id, external_id)
  where external_id is not null and deleted_at is null;
create unique index subscriptions_id on subscriptions (id);
create index subscriptions_metadata on subscriptions using gin (metadata jsonb_path_ops) where metadata is not null;
create index subscriptions_rate_limited on subscriptions (id) where rate_limit_config is not null;
create index subscriptions_source on subscriptions (project_id, source_id);

-- The functions of sources and subscriptions as they were saved: a delivery names the versions that ran over it. Rows are
-- never changed but for the end of their time.
create table function_versions (
  project_id uuid not null references projects on delete cascade,
  id uuid not null,
  owner_id uuid not null, -- the subscription, or the source
  field text not null check (field in ('function', 'body_function', 'header_function')),
  number integer not null, -- counts the versions of this field
  code text not null,
  -- Who saved it and when; null of what was in use before versions were kept.
  saved_by text,
  saved_at timestamptz(3),
  replaced_at timestamptz(3), -- when another function, or none, took its place; null of the present one
  primary key (project_id, id),
  unique (project_id, owner_id, field, number)
);
create index function_versions_owner on function_versions (project_id, owner_id, id);
create index function_versions_past on function_versions (replaced_at) where replaced_at is not null;
create unique index function_versions_present on function_versions (project_id, owner_id, field) where replaced_at is null;

-- What kinds of events a project has; a JSON Schema is what events of the kind that are created by API must match.
create table event_types (
  project_id uuid not null references projects,
  id uuid not null,
  name text not null,
  description text not null default '',
  category text not null default '',
  json_schema text,
  deprecated_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- `version` is the number of the present version. `public_since` is the first version that the catalogue may show; null
  -- of a type that it does not show.
  example text,
  version integer not null default 1,
  public_since integer,
  external_id text check (char_length(external_id) between 1 and 255),
  metadata jsonb check (jsonb_typeof(metadata) = 'object'),
  primary key (project_id, id)
);
create unique index event_types_external_id on event_types (project_id, external_id)
  where external_id is not null and deleted_at is null;
create unique index event_types_name on event_types (project_id, name) where deleted_at is null;

-- What an event type looked like from one change to the next.
create table event_type_versions (
  project_id uuid not null,
  event_type_id uuid not null,
  id uuid not null,
  number integer not null, -- counts the versions of a type from 1
  description text not null,
  example text,
  json_schema text,
  note text not null,
  changes json not null, -- against the version before, as they were told
  -- Who saved it and when; null of what was in use before versions were kept.
  saved_by text,
  saved_at timestamptz(3),
  primary key (project_id, id),
  unique (project_id, event_type_id, number),
  foreign key (project_id, event_type_id) references event_types on delete cascade
);
create index event_type_versions_type on event_type_versions (project_id, event_type_id, id);

-- The public page that shows a project's event types to its customers.
create table catalogues (
  project_id uuid primary key references projects on delete cascade,
  address text not null unique,
  is_enabled boolean not null,
  is_indexed boolean not null,
  title text not null,
  description text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
