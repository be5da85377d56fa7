-- Whose key it is: the person who made it, also through keys of theirs. What was made before is told by the audit log.
alter table api_keys add column created_by uuid references users;
create index api_keys_created_by on api_keys (created_by) where revoked_at is null;
with recursive made (project_id, id, user_id) as (
  select a.project_id, a.resource_id, a.actor_id
  from audit_log a join users u on u.id = a.actor_id
  where a.action = 'api_key.created' and a.actor_kind = 'user'
  union
  select a.project_id, a.resource_id, m.user_id
  from made m
  join audit_log a on a.project_id = m.project_id and a.actor_id = m.id
  where a.action = 'api_key.created' and a.actor_kind = 'api_key'
)
update api_keys k set created_by = m.user_id from made m where k.project_id = m.project_id and k.id = m.id;
