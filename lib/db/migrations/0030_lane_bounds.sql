-- How many requests may be under way to an endpoint at once, over all copies; 0 leaves it to each copy's own bound.
alter table endpoints add column max_in_flight integer not null default 0;

-- Bounds that hold over all workers: such a lane is claimed by one worker at a time.
drop index endpoints_rate_limited;
create index endpoints_metered on endpoints (id) where rate_limit > 0 or max_in_flight > 0;

-- First tries and retries of a lane are claimed side by side, so that neither can starve the other.
alter table delivery_queue add column is_retry boolean not null generated always as (num_trials > budget_from) stored;
drop index delivery_queue_lane;
create index delivery_queue_lane on delivery_queue (lane_id, is_retry, due_at);
