-- The functions of sources and subscriptions as they were saved: a delivery names the versions that ran over it. Rows are
-- never changed but for the end of their time.
create table function_versions (
  project_id uuid not null references projects on delete cascade,
  id uuid not null,
  owner_id uuid not null, -- the subscription, or the source
  field text not null check (field in ('function', 'body_function', 'header_function')),
  number integer not null, -- counts the versions of this field
  code text not null,
  -- Who saved it and when; null of what was in use before versions were kept.
  saved_by text,
  saved_at timestamptz(3),
  -- When another function, or none, took its place; null of the present one.
  replaced_at timestamptz(3),
  primary key (project_id, id),
  unique (project_id, owner_id, field, number)
);
create unique index function_versions_present on function_versions (project_id, owner_id, field) where replaced_at is null;
create index function_versions_owner on function_versions (project_id, owner_id, id);
create index function_versions_past on function_versions (replaced_at) where replaced_at is not null;

-- The present version; null without a function.
alter table subscriptions add column function_version_id uuid;
alter table sources add column body_function_version_id uuid, add column header_function_version_id uuid;

-- What ran over a delivery, the source's before the subscription's, and what ran over an event when it was last routed;
-- null where nothing did. Of what was made before there were versions none is known.
alter table event_deliveries add column function_versions uuid[];
alter table events add column function_versions uuid[];

-- A copy of an older program that saves a function during a rolling upgrade writes no version of it: then none is known,
-- rather than the one before.
create function end_function_version() returns trigger language plpgsql as $$
begin
  update function_versions set replaced_at = now()
  where project_id = old.project_id and owner_id = old.id and field = tg_argv[0] and replaced_at is null;
  case tg_argv[0]
    when 'function' then new.function_version_id := null;
    when 'body_function' then new.body_function_version_id := null;
    when 'header_function' then new.header_function_version_id := null;
  end case;
  return new;
end $$;
create trigger subscriptions_function_version before update of function on subscriptions for each row
  when (old.function is distinct from new.function and old.function_version_id = new.function_version_id)
  execute function end_function_version('function');
create trigger sources_body_function_version before update of body_function on sources for each row
  when (old.body_function is distinct from new.body_function and old.body_function_version_id = new.body_function_version_id)
  execute function end_function_version('body_function');
create trigger sources_header_function_version before update of header_function on sources for each row
  when (
    old.header_function is distinct from new.header_function
    and old.header_function_version_id = new.header_function_version_id
  )
  execute function end_function_version('header_function');

insert into function_versions (project_id, id, owner_id, field, number, code)
select project_id,
  -- A UUIDv7: lists are in the order of ids.
  (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid,
  id, field, 1, code
from (
  select project_id, id, 'function' as field, function as code from subscriptions
  where deleted_at is null
  union all
  select project_id, id, 'body_function', body_function from sources where deleted_at is null
  union all
  select project_id, id, 'header_function', header_function from sources where deleted_at is null
) functions
where code <> '';

update subscriptions s set function_version_id = v.id
from function_versions v where v.project_id = s.project_id and v.owner_id = s.id and v.field = 'function';
update sources s set body_function_version_id = v.id
from function_versions v where v.project_id = s.project_id and v.owner_id = s.id and v.field = 'body_function';
update sources s set header_function_version_id = v.id
from function_versions v where v.project_id = s.project_id and v.owner_id = s.id and v.field = 'header_function';
