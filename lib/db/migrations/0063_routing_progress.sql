-- How far the routing of an event has come whose deliveries are more than one transaction should write: the last
-- subscription that was asked, and what is known for its outcome. Null before its first page.
alter table routing_queue add column progress jsonb;
