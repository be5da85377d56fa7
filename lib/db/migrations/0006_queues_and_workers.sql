-- The hot tables: narrow, short-lived rows. A lease is a visibility time-out: claiming sets `lease` to the worker
-- and moves `due_at` to the lease's end, so that work of a dead worker comes back by itself.
create table delivery_queue (
  project_id uuid not null,
  delivery_id uuid not null,
  kind text not null check (kind in ('delivery', 'meta_event')),
  -- What is claimed fairly and bounded: the endpoint, the subscription if it has a rate limit of its own, or for meta events
  -- the project.
  lane_id uuid not null,
  event_id uuid, -- null for a meta event, which carries its own payload
  due_at timestamptz not null,
  lease uuid,
  num_trials integer not null default 0,
  -- Tries that had been made when the retry budget last began: 0, or num_trials at the last resend.
  budget_from integer not null default 0,
  destination_id uuid, -- the endpoint or the device; null for a meta event
  -- First tries and retries of a lane are claimed side by side, so that neither can starve the other.
  is_retry boolean not null generated always as (num_trials > budget_from) stored,
  bound_to uuid, -- of whose `max_in_flight` a lease takes a place; kept until the next claim
  -- A row is not due before this, also when its turn in a sequence comes; null if nothing but its turn matters.
  not_before timestamptz(3),
  primary key (project_id, delivery_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index delivery_queue_ahead on delivery_queue (project_id, not_before) where not_before is not null;
create index delivery_queue_bound on delivery_queue (bound_to) where bound_to is not null and lease is not null;
create index delivery_queue_leases on delivery_queue (due_at, lease) where lease is not null;
-- What waits for another try is counted by this; all that waits is known from the counters.
create index delivery_queue_retries on delivery_queue (project_id, destination_id, delivery_id)
  where is_retry and kind = 'delivery';
create index delivery_queue_waiting on delivery_queue (lane_id, is_retry, due_at) where lease is null;

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

-- The lines of ordered deliveries that are not over. A `head` may be attempted, or has failed and holds its line up; who
-- waits behind it is in the queue, due at infinity. A line is changed under the advisory lock of its endpoint and key.
create table ordered_deliveries (
  project_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  ordering_key text not null,
  is_head boolean not null default false,
  rank smallint not null, -- 0: resent, before all that wait; 1: in the order of acceptance
  position bigint generated always as identity,
  primary key (project_id, delivery_id)
);
create unique index ordered_deliveries_head on ordered_deliveries (endpoint_id, ordering_key) where is_head;
create index ordered_deliveries_line on ordered_deliveries (endpoint_id, ordering_key, rank, position) where not is_head;

-- Events that were committed but not routed yet (status Pending or Processing): the inbox.
create table routing_queue (
  project_id uuid not null,
  event_id uuid not null,
  due_at timestamptz not null,
  lease uuid,
  -- How often an event was put off because its functions could not run, through no fault of their own: the pauses grow with it.
  deferrals integer not null default 0,
  -- Null for a new event. A replay makes deliveries for destinations that have none ('missing'), or for all ('all').
  replay text check (replay in ('missing', 'all')),
  -- How far the routing of an event has come whose deliveries are more than one transaction should write: the last
  -- subscription that was asked, and what is known for its outcome. Null before its first page.
  progress jsonb,
  primary key (project_id, event_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index routing_queue_due on routing_queue (due_at);
create index routing_queue_lease on routing_queue (lease) where lease is not null;

-- Token buckets of endpoints with a rate limit, shared by all workers: a claim locks the row, counts what has flowed
-- in since `refilled_at` and takes its tokens in the same transaction.
create table rate_buckets (
  lane_id uuid primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);

-- Takes up to `wanted` tokens of a bucket that holds `count` and fills evenly over `seconds`. One call, one row lock, so
-- that copies which share the bucket never take a token twice. `tokens` is what is left.
create function take_tokens(bucket uuid, count double precision, seconds double precision, wanted integer,
  out taken integer, out tokens double precision) language plpgsql as $$
begin
  insert into rate_buckets as b (lane_id, tokens, refilled_at) values (bucket, count, clock_timestamp())
  on conflict (lane_id) do update set
    tokens = least(count, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.refilled_at)) * count / seconds),
    refilled_at = clock_timestamp()
  returning b.tokens into tokens;
  taken := least(wanted, floor(tokens));
  tokens := tokens - taken;
  update rate_buckets b set tokens = take_tokens.tokens where b.lane_id = bucket;
end $$;

-- A live worker holds the session advisory lock of its lock_key; when the lock can be had, the worker is dead.
create table workers (
  id uuid primary key,
  lock_key bigint not null,
  name text not null,
  started_at timestamptz(3) not null default now(),
  -- A worker says every two seconds that it lives. While a fail-over loses its connection, nobody holds its lock on the new
  -- server although it lives: only who was not seen for long as well is dead, or whose process is known to have ended.
  seen_at timestamptz(3) not null default now(),
  process text -- which process of which machine it is, where that can be told
);

-- Each copy of the program says every few seconds that it runs, what it is and what its claims cost, so that whichever copy
-- is asked can tell of all of them. `workers` knows those alone that deliver, and of them only what their leases need.
create table copies (
  id uuid primary key,
  worker_id uuid, -- its row in workers; null for a copy that delivers nothing
  name text not null,
  role text not null check (role in ('all', 'web', 'worker')),
  version text not null,
  claims jsonb, -- of the last minutes; null where it has claimed nothing
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now()
) with (fillfactor = 50);

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

create function tell_lane_of_subscription() returns trigger language plpgsql as $$
begin
  perform tell_lanes(new.project_id, array[new.id]);
  return null;
end $$;
