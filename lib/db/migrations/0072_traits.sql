-- What deliveries are searched by when something is wrong: how the last attempt failed, how many there were, how slow the
-- success was. A delivery that succeeds at once and quickly has none of it, and so costs no entry of an index.
alter table event_deliveries
  -- Status, failure and class of attempts, as lib/queue/trait.ts writes them; null for what has no attempt, and for a
  -- success at the first one.
  add column trait text collate "C",
  -- Of the seconds until success, as lib/queue/trait.ts tells it; null for less than half a second.
  add column latency_class smallint;

with attempted as materialized (
  select project_id, id, status, num_trials, latency_seconds,
    case when status = 'Success' then '-' else coalesce((
      select case when a.error_code is not null or a.response_status not between 200 and 299
        then coalesce(a.error_code, a.response_status::text) end
      from delivery_attempts a
      where a.project_id = d.project_id and a.delivery_id = d.id order by a.number desc limit 1
    ), '-') end as failed_with
  from event_deliveries d
  where num_trials > 0 and (status <> 'Success' or num_trials > 1) or latency_seconds >= 0.5
)
update event_deliveries d
set trait = case when a.num_trials > 0 and (a.status <> 'Success' or a.num_trials > 1)
    then concat_ws(' ', a.status, a.failed_with, least(7, floor(log(2, a.num_trials)))) end,
  latency_class = case when a.latency_seconds >= 0.5 then least(20, floor(log(2, a.latency_seconds::numeric))) end
from attempted a
where d.project_id = a.project_id and d.id = a.id;

create index event_deliveries_trait on event_deliveries (project_id, trait, id) where trait is not null;
create index event_deliveries_slow on event_deliveries (project_id, latency_class, id) where latency_class is not null;
-- Deleted endpoints too: their deliveries are found by their owner still.
create index endpoints_owned on endpoints (project_id, owner_id) where owner_id is not null;
