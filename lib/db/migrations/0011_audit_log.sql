-- Who changed what. A row is written in the transaction of its change and never changed.
create table audit_log (
  project_id uuid not null references projects,
  id uuid not null,
  action text not null,
  actor_kind text not null check (actor_kind in ('api_key', 'user', 'system')),
  actor_id uuid,
  actor_name text not null,
  resource_type text not null,
  resource_id uuid,
  resource_name text not null default '',
  changes jsonb not null default '{}', -- {field: {from, to}}, without credentials
  request_id text,
  address text,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);
create index audit_log_resource on audit_log (project_id, resource_id, id);
create index audit_log_actor on audit_log (project_id, actor_id, id);
create index audit_log_action on audit_log (project_id, action, id);
