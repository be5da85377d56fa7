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
  primary key (project_id, id)
);
create unique index invitations_email on invitations (project_id, lower(email)) where accepted_at is null and revoked_at is null;
