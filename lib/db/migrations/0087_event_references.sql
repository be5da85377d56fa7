-- What the sender of an event calls it, and pairs of text of its own: kept, shown and found by, and nothing else. Null
-- where it gave none.
alter table events add column external_id text, add column metadata jsonb;
-- As its event has it.
alter table event_deliveries add column external_id text;

create index events_external on events (project_id, external_id, id) where external_id is not null;
create index events_metadata on events using gin (metadata jsonb_path_ops) where metadata is not null;
create index event_deliveries_external on event_deliveries (project_id, external_id, id) where external_id is not null;
