-- Which batch of tries was counted last: a batch that is noted again, because the answer to its commit was lost, is not
-- counted twice.
alter table endpoint_health add column last_note uuid;
