-- An event may ask to be delivered later; null where it did not.
alter table events add column deliver_at timestamptz(3);

-- When a delivery was to be sent: latency counts from then. Null for one that was to be sent at once.
alter table event_deliveries add column deliver_at timestamptz(3);

-- A row is not due before this, also when its turn in a sequence comes; null if nothing but its turn matters.
alter table delivery_queue add column not_before timestamptz(3);
create index delivery_queue_ahead on delivery_queue (project_id, not_before) where not_before is not null;
