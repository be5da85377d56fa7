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
create index device_tests_waiting on device_tests (device_id, id) where lease is null;
create index device_tests_expiry on device_tests (expires_at);
