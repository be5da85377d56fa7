-- The filters and columns of a list under a name: a person's own, or shared with the project where there is no owner.
create table views (
  project_id uuid not null references projects on delete cascade,
  id uuid not null,
  list text not null check (list in ('deliveries', 'events')),
  name text not null,
  owner_id uuid references users on delete cascade,
  query jsonb not null,
  columns text[] not null,
  is_pinned boolean not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
);
create unique index views_shared_name on views (project_id, list, lower(name)) where owner_id is null;
create unique index views_own_name on views (project_id, owner_id, list, lower(name)) where owner_id is not null;
create index views_owner on views (owner_id) where owner_id is not null;
