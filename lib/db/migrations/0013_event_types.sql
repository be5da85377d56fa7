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
  primary key (project_id, id)
);
create unique index event_types_name on event_types (project_id, name) where deleted_at is null;
create trigger event_types_config after insert or update of name, json_schema, deleted_at or delete on event_types for each row execute function bump_config();
