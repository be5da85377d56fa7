-- What deliveries are searched by when something is wrong: how the last attempt failed, how many there were, how slow the
-- success was. A delivery that succeeds at once and quickly has none of it, and so costs no entry of an index.
alter table event_deliveries
  -- The status of the last attempt's answer, or its error_code; null if there was none or it succeeded.
  add column failed_with text,
  -- As lib/queue/magnitude.ts tells them; null for a single attempt, and for less than half a second.
  add column attempts_class smallint,
  add column latency_class smallint;

with marked as materialized (
  select project_id, id, num_trials, latency_seconds, dead = 'Failure' or status = 'Retry' as has_failed
  from event_deliveries
  where dead = 'Failure' or status = 'Retry' or num_trials > 1 or latency_seconds >= 0.5
)
update event_deliveries d
set failed_with = case when m.has_failed then (
    select coalesce(a.error_code, a.response_status::text) from delivery_attempts a
    where a.project_id = m.project_id and a.delivery_id = m.id order by a.number desc limit 1
  ) end,
  attempts_class = case when m.num_trials > 1 then floor(log(2, m.num_trials)) end,
  latency_class = case when m.latency_seconds >= 0.5 then floor(log(2, m.latency_seconds::numeric)) end
from marked m
where d.project_id = m.project_id and d.id = m.id;

create index event_deliveries_failed_with on event_deliveries (project_id, failed_with, id) where failed_with is not null;
create index event_deliveries_attempts on event_deliveries (project_id, attempts_class, id) where attempts_class is not null;
create index event_deliveries_latency on event_deliveries (project_id, latency_class, id) where latency_class is not null;
-- Deleted endpoints too: their deliveries are found by their owner still.
create index endpoints_owned on endpoints (project_id, owner_id) where owner_id is not null;
