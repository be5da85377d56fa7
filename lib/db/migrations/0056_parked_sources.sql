-- A source whose reader broke down again and again is left alone for a time.
alter table source_consumers
  drop constraint source_consumers_state_check,
  add constraint source_consumers_state_check check (state in ('connecting', 'connected', 'retrying', 'parked')),
  -- How often somebody asked for it to be tried at once: its consumer begins anew when this changes.
  add column restarts integer not null default 0;
