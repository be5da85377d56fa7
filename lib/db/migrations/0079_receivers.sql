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
