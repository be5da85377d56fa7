-- Beside: 0.1
-- The same functions, in words that a node of Citus can run over its part of a table.
create or replace function bump_config() returns trigger language plpgsql as $$
declare
  changed record;
  changed_row uuid;
  changed_kind text := tg_argv[0];
  taken text := current_setting('hookyard.config_version', true);
  new_version bigint;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if changed_kind = 'secret' then
    changed_kind := 'endpoint';
    changed_row := changed.endpoint_id;
  else
    changed_row := changed.id;
  end if;
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
  values (changed.project_id, new_version, changed_kind, changed_row)
  on conflict do nothing;
  return null;
end $$;

create or replace function tell_lanes_of_endpoint() returns trigger language plpgsql as $$
declare
  lanes uuid[];
begin
  select array_agg(s.id) into lanes from subscriptions s where s.project_id = new.project_id and s.endpoint_id = new.id;
  perform tell_lanes(new.project_id, array_append(lanes, new.id));
  return null;
end $$;
