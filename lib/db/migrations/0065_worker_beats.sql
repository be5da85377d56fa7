-- A worker says every two seconds that it lives. While a fail-over loses its connection, nobody holds its lock on the new
-- server although it lives: only who was not seen for long as well is dead, or whose process is known to have ended.
alter table workers
  add column seen_at timestamptz(3) not null default now(),
  -- Which process of which machine it is, where that can be told; see lib/workers/process-life.ts.
  add column process text;
