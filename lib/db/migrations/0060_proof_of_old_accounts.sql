-- Who linked an account to the identity provider before 0051 kept the password that it had, which may have been somebody
-- else's. What an operator has set on the command line since then stays.
update users u set password_hash = null, updated_at = now()
where u.oidc_subject is not null and u.password_hash is not null and not exists (
  select from audit_log a where a.action = 'user.password_reset' and a.resource_id = u.id
);
-- Whose invitation it is, by what cannot be changed.
alter table invitations add column created_by uuid references users;
create index invitations_created_by on invitations (created_by) where accepted_at is null and revoked_at is null;
