-- These columns hold an endpoint's id or a device's, and the queue's also a project's: they name a destination.
alter table delivery_queue rename column endpoint_id to destination_id;
alter table delivery_attempts rename column endpoint_id to destination_id;
alter table endpoint_stats rename column endpoint_id to destination_id;
alter table endpoint_stat_deltas rename column endpoint_id to destination_id;
