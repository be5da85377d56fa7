-- Which rows a version of a project's configuration changed: a copy that knows an older version reads these rows alone.
-- Each version from the oldest that is kept on is here; older ones are deleted after an hour.
create table config_changes (
  project_id uuid not null,
  version bigint not null,
  kind text not null,
  row_id uuid not null,
  changed_at timestamptz not null default now(),
  primary key (project_id, version, kind, row_id)
);
create index config_changes_age on config_changes (changed_at);

-- A transaction takes one version of a project, however many rows it changes. The project's row is locked by the first
-- of them, as the transaction commits.
create function bump_config() returns trigger language plpgsql as $$
declare
  changed record;
  changed_row uuid;
  taken text := current_setting('hookyard.config_version', true);
  new_version bigint;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_argv[0] = 'secret' then changed_row := changed.endpoint_id; else changed_row := changed.id; end if;
  if taken like changed.project_id || ' %' then
    new_version := split_part(taken, ' ', 2);
  else
    update projects set config_version = config_version + 1 where id = changed.project_id
    returning config_version into new_version;
    if not found then return null; end if;
    perform set_config('hookyard.config_version', changed.project_id || ' ' || new_version, true);
    perform pg_notify('hookyard_config', changed.project_id::text);
  end if;
  insert into config_changes (project_id, version, kind, row_id)
  values (changed.project_id, new_version, case tg_argv[0] when 'secret' then 'endpoint' else tg_argv[0] end, changed_row)
  on conflict do nothing;
  return null;
end $$;

create function bump_own_config() returns trigger language plpgsql as $$
begin
  new.config_version := old.config_version + 1;
  insert into config_changes (project_id, version, kind, row_id) values (new.id, new.config_version, 'project', new.id);
  perform pg_notify('hookyard_config', new.id::text);
  return new;
end $$;

-- Nothing that is planned depends on keys: who keeps them in memory hears that they changed.
create function tell_config() returns trigger language plpgsql as $$
begin
  perform pg_notify('hookyard_config', (case tg_op when 'DELETE' then old.project_id else new.project_id end)::text);
  return null;
end $$;

-- A breaker that opens or closes changes no configuration. Nothing is lost where a copy plans by the state before: what is
-- sent to an endpoint of which the breaker has just opened is one more attempt, and what waits at one of which it has
-- just closed is looked at when the endpoint is told to be active (lanes_of_endpoint), or two seconds after its commit.
create function tell_breakers() returns trigger language plpgsql as $$
begin
  perform pg_notify('hookyard_breakers', string_agg(moved.project_id || ' ' || moved.id || ' ' || moved.status, ','))
  from (
    select n.project_id, n.id, n.status, (row_number() over (order by n.id) - 1) / 80 as part
    from new_rows n join old_rows o on o.project_id = n.project_id and o.id = n.id
    where n.status <> o.status
  ) moved
  group by part;
  return null;
end $$;

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

create trigger projects_config before update of name, type, settings, deleted_at on projects
  for each row execute function bump_own_config();

create trigger lanes_of_endpoint after update on endpoints for each row
  when (
    (new.status = 'active' and old.status <> 'active')
    or old.rate_limit <> new.rate_limit or old.rate_limit_duration <> new.rate_limit_duration
    or old.max_in_flight <> new.max_in_flight
  )
  execute function tell_lanes_of_endpoint();
create constraint trigger endpoints_config after insert or delete on endpoints
  deferrable initially deferred for each row execute function bump_config('endpoint');
create constraint trigger changed_endpoints_config after update on endpoints
  deferrable initially deferred for each row
  when (
    to_jsonb(old) - array['status', 'status_reason', 'updated_at'] <> to_jsonb(new) - array['status', 'status_reason', 'updated_at']
    or (old.status <> new.status and not (old.status in ('active', 'pending') and new.status in ('active', 'pending')))
  )
  execute function bump_config('endpoint');
create trigger breakers_of_endpoints after update on endpoints
  referencing old table as old_rows new table as new_rows for each statement execute function tell_breakers();

create constraint trigger endpoint_secrets_config after insert or update or delete on endpoint_secrets
  deferrable initially deferred for each row execute function bump_config('secret');

create constraint trigger sources_config after insert or update or delete on sources
  deferrable initially deferred for each row execute function bump_config('source');
create trigger sources_body_function_version before update of body_function on sources for each row
  when (old.body_function is distinct from new.body_function and old.body_function_version_id = new.body_function_version_id)
  execute function end_function_version('body_function');
create trigger sources_header_function_version before update of header_function on sources for each row
  when (
    old.header_function is distinct from new.header_function
    and old.header_function_version_id = new.header_function_version_id
  )
  execute function end_function_version('header_function');

create trigger lane_of_subscription after update on subscriptions for each row
  when (old.rate_limit_config is distinct from new.rate_limit_config or old.deleted_at is distinct from new.deleted_at)
  execute function tell_lane_of_subscription();
create constraint trigger subscriptions_config after insert or update or delete on subscriptions
  deferrable initially deferred for each row execute function bump_config('subscription');
create trigger subscriptions_function_version before update of function on subscriptions for each row
  when (old.function is distinct from new.function and old.function_version_id = new.function_version_id)
  execute function end_function_version('function');

create constraint trigger event_types_config after insert or update of name, json_schema, deleted_at or delete on event_types
  deferrable initially deferred for each row execute function bump_config('event_type');

-- Being seen is no change of configuration.
create constraint trigger devices_config
  after insert or update of endpoint_id, host_name, secret, is_disabled, deleted_at or delete on devices
  deferrable initially deferred for each row execute function bump_config('device');

create trigger api_keys_config after insert or update of role, expires_at, revoked_at or delete on api_keys
  for each row execute function tell_config();
