-- What happens outside projects is told in the same log, with no project; the owner reads all of it.
alter table audit_log drop constraint audit_log_pkey;
alter table audit_log
  alter column project_id drop not null,
  add primary key (id),
  add column count integer not null default 1, -- of what happened alike within a short time
  drop constraint audit_log_actor_kind_check,
  add constraint audit_log_actor_kind_check check (actor_kind in ('api_key', 'user', 'system', 'anonymous'));
create index audit_log_project on audit_log (project_id, id);
