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
