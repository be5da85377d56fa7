-- The schema of Hookyard 0.1, by subject. What was changed since has a file of its own, from 0091 on.
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
  deleted_at timestamptz(3),
  -- When the retention was last changed: it takes effect an hour later, so that a slip can be undone.
  retention_changed_at timestamptz(3),
  -- What a company keeps of its own on a resource: the identifier that it has there, and pairs of text. Null for none.
  -- An identifier is one resource's of its kind in a project, and one project's in the installation.
  external_id text check (char_length(external_id) between 1 and 255),
  metadata jsonb check (jsonb_typeof(metadata) = 'object')
);
create unique index projects_external_id on projects (external_id) where external_id is not null and deleted_at is null;
create unique index projects_name on projects (lower(name)) where deleted_at is null;

create table users (
  id uuid primary key,
  email text not null,
  name text not null default '',
  password_hash text,
  oidc_subject text,
  is_owner boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- When the email was proven: by a link that reached it, by an identity provider, or by the owner's hand.
  email_proven_at timestamptz(3),
  suspended_at timestamptz(3)
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create unique index users_oidc_subject on users (oidc_subject) where deleted_at is null;

create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

-- A signed-in browser each: the cookie names a row, and ends with it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  method text not null check (method in ('password', 'oidc')),
  user_agent text not null default '',
  address text not null default '',
  network text not null default '', -- the address, or its /64
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null,
  idle_until timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index sessions_expires_at on sessions (expires_at);
create index sessions_user on sessions (user_id, id);

create table project_members (
  project_id uuid not null references projects,
  user_id uuid not null references users,
  role text not null check (role in ('viewer', 'operator', 'admin')),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

-- One-time links by which people join a project.
create table invitations (
  project_id uuid not null references projects,
  id uuid not null,
  email text not null,
  role text not null check (role in ('viewer', 'operator', 'admin')),
  token_hash bytea not null unique,
  invited_by text not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  created_by uuid references users, -- whose invitation it is, by what cannot be changed
  primary key (project_id, id)
);
create index invitations_created_by on invitations (created_by) where accepted_at is null and revoked_at is null;
create unique index invitations_email on invitations (project_id, lower(email))
  where accepted_at is null and revoked_at is null;

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
  -- Whose key it is: the person who made it, also through keys of theirs.
  created_by uuid references users,
  primary key (project_id, id)
);
create index api_keys_created_by on api_keys (created_by) where revoked_at is null;
create unique index api_keys_name on api_keys (project_id, lower(name)) where revoked_at is null;

-- Requests with an Idempotency-Key: which are under way, and what the successful ones were answered.
create table idempotent_requests (
  key_hash bytea primary key, -- of the caller, the route and the key
  request_hash bytea not null, -- of the address and the body
  attempt uuid not null,
  answer text, -- encrypted, since it may hold a credential that is shown once; null while the request is under way
  locked_until timestamptz not null,
  expires_at timestamptz not null
);
create index idempotent_requests_expiry on idempotent_requests (expires_at);

-- Who changed what. A row is written in the transaction of its change and never changed.
create table audit_log (
  project_id uuid references projects,
  id uuid primary key,
  action text not null,
  actor_kind text not null check (actor_kind in ('api_key', 'user', 'system', 'anonymous')),
  actor_id uuid,
  actor_name text not null,
  resource_type text not null,
  resource_id uuid,
  resource_name text not null default '',
  changes jsonb not null default '{}', -- {field: {from, to}}, without credentials
  request_id text,
  address text,
  created_at timestamptz(3) not null default now(),
  count integer not null default 1 -- of what happened alike within a short time
);
create index audit_log_action on audit_log (project_id, action, id);
create index audit_log_actor on audit_log (project_id, actor_id, id);
-- What the program itself did is rare among what people do.
create index audit_log_actor_kind on audit_log (project_id, actor_kind, id);
create index audit_log_project on audit_log (project_id, id);
create index audit_log_resource on audit_log (project_id, resource_id, id);
create index audit_log_resource_type on audit_log (project_id, resource_type, id);

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
create unique index views_own_name on views (project_id, owner_id, list, lower(name)) where owner_id is not null;
create index views_owner on views (owner_id) where owner_id is not null;
create unique index views_shared_name on views (project_id, list, lower(name)) where owner_id is null;

-- Which master keys credentials here were encrypted with: a copy that has none of them is refused at its start.
create table master_keys (
  id text primary key,
  first_used_at timestamptz(3) not null default now()
);
