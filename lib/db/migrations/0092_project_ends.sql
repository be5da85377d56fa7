-- Beside: 0.1
-- Contract: the trigger is made anew for one column more; who does not know that column does not write it.
-- An archived project takes in nothing, makes no attempts and is not changed; all that it has stays.
alter table projects
  add column archived_at timestamptz(3),
  -- When a deleted project was found without rows for the first time. Its own row goes a day later, with whatever was
  -- written meanwhile by somebody who did not know yet.
  add column emptied_at timestamptz(3);
create index projects_archived on projects (id) where archived_at is not null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null;

drop trigger projects_config on projects;
create trigger projects_config before update of name, type, settings, archived_at, deleted_at on projects
  for each row execute function bump_own_config();
