-- Who consumes which source (broker, poller, change stream), by a lease like those of the queues: one copy at a time,
-- for all of the source's workers. The same row tells how it goes, for whoever looks at the source.
create table source_consumers (
  project_id uuid not null,
  source_id uuid not null,
  worker_id uuid,
  lease_until timestamptz not null default now(),
  state text not null default 'connecting' check (state in ('connecting', 'connected', 'retrying')),
  connected_since timestamptz(3),
  -- Tries to connect that failed one after another, and when the next one is due.
  failures integer not null default 0,
  next_try_at timestamptz(3),
  -- What waits at the source, and in what it is counted.
  lag bigint,
  lag_unit text check (lag_unit in ('messages', 'bytes', 'seconds')),
  lag_at timestamptz(3),
  last_error text,
  last_error_at timestamptz(3),
  primary key (project_id, source_id),
  foreign key (project_id, source_id) references sources
) with (fillfactor = 50);
create index source_consumers_worker on source_consumers (worker_id) where worker_id is not null;
-- Consumed sources are looked for every two seconds by every worker.
create index sources_consumed on sources (type) where deleted_at is null and type <> 'http';
