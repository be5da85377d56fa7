-- An account's email is proven by a link that reached it, by an identity provider, or by the owner's hand. Accounts that
-- joined by a link which a project's admin could see are not.
alter table users
  add column email_proven_at timestamptz(3),
  add column suspended_at timestamptz(3);
update users set email_proven_at = created_at where is_owner or oidc_subject is not null;

-- The links of these were shown to whoever made them.
update invitations set revoked_at = now() where accepted_at is null and revoked_at is null;

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
create index sessions_user on sessions (user_id, id);
create index sessions_expires_at on sessions (expires_at);
alter table users drop column session_version;
