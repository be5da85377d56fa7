-- When each lane has work to be looked for. A lane is here from the moment that something waits in it until nothing does:
-- `due_at` is not later than the earliest of its rows that nobody has leased; where its endpoint takes nothing at present,
-- or a device pulls, it is infinity. `marks` moves whenever somebody says that there is work, so that a worker which found
-- none knows whether it looked before or after that.
create table lanes (
  lane_id uuid primary key,
  project_id uuid not null,
  due_at timestamptz not null,
  marks integer not null default 0
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index lanes_due on lanes (due_at);
create index lanes_of_project on lanes (project_id, due_at) where due_at < 'infinity';

-- Of whose `max_in_flight` a lease takes a place; kept until the next claim.
alter table delivery_queue add column bound_to uuid;

-- What is leased when it is recorded, which is nearly all, never enters the index of what waits.
drop index delivery_queue_lane;
drop index delivery_queue_lease;
create index delivery_queue_waiting on delivery_queue (lane_id, is_retry, due_at) where lease is null;
create index delivery_queue_leases on delivery_queue (due_at, lease) where lease is not null;
create index delivery_queue_bound on delivery_queue (bound_to) where bound_to is not null and lease is not null;

insert into lanes (lane_id, project_id, due_at)
select lane_id, project_id, min(due_at) from delivery_queue where lease is null group by 1, 2;

-- Where an endpoint or a limit changes so that what waits may go on, the workers of all copies are told the lanes.
create function tell_lanes(project uuid, lanes uuid[]) returns void language sql as $$
  select pg_notify('hookyard_work', string_agg(project || ' ' || lane, ','))
  from (select lane, (place - 1) / 100 as part from unnest(lanes) with ordinality as l(lane, place)) parts
  group by part
$$;

create function tell_lanes_of_endpoint() returns trigger language plpgsql as $$
begin
  perform tell_lanes(new.project_id, array(
    select new.id
    union all
    select s.id from subscriptions s where s.project_id = new.project_id and s.endpoint_id = new.id
  ));
  return null;
end $$;

create trigger lanes_of_endpoint after update on endpoints for each row
  when (
    (new.status = 'active' and old.status <> 'active')
    or old.rate_limit <> new.rate_limit or old.rate_limit_duration <> new.rate_limit_duration
    or old.max_in_flight <> new.max_in_flight
  )
  execute function tell_lanes_of_endpoint();

create function tell_lane_of_subscription() returns trigger language plpgsql as $$
begin
  perform tell_lanes(new.project_id, array[new.id]);
  return null;
end $$;

create trigger lane_of_subscription after update on subscriptions for each row
  when (old.rate_limit_config is distinct from new.rate_limit_config or old.deleted_at is distinct from new.deleted_at)
  execute function tell_lane_of_subscription();
