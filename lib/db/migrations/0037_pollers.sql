-- The settings of rest_api sources, encrypted: they hold credentials.
alter table sources add column rest_api text;

-- How far a source was read, where the source itself does not keep it. Written in the transaction of the events that it
-- is behind; a lower version never replaces a higher one.
create table source_positions (
  project_id uuid not null,
  source_id uuid not null,
  version bigint not null,
  position jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (project_id, source_id),
  foreign key (project_id, source_id) references sources
) with (fillfactor = 50);

-- What a poller tells of itself.
alter table source_consumers
  add column last_poll_at timestamptz(3),
  add column next_poll_at timestamptz(3),
  add column last_poll_items integer;
