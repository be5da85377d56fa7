-- Words that the sender of an event gave it; null where it gave none, so that such an event costs no entry of an index.
alter table events add column tags text[];
-- As its event has them.
alter table event_deliveries add column tags text[];

create index events_tags on events using gin (tags) where tags is not null;
create index event_deliveries_tags on event_deliveries using gin (tags) where tags is not null;
