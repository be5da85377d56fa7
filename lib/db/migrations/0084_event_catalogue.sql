-- What an event type looked like from one change to the next, and the public page that shows event types to customers.

-- `version` is the number of the present version. `public_since` is the first version that the catalogue may show; null
-- of a type that it does not show.
alter table event_types
  add column example text,
  add column version integer not null default 1,
  add column public_since integer;

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

insert into event_type_versions (project_id, event_type_id, id, number, description, json_schema, note, changes)
select project_id, id,
  -- A UUIDv7: lists are in the order of ids.
  (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid,
  1, description, json_schema, '', '[]'
from event_types where deleted_at is null;

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
