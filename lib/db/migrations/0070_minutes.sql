-- Deliveries and attempts are counted by the minute. The last day of minutes is kept beside the hours, for charts of what
-- happens now.
alter table endpoint_stat_deltas rename column hour to minute;

create table endpoint_minutes (
  project_id uuid not null,
  destination_id uuid not null,
  minute timestamptz not null,
  deliveries bigint not null default 0,
  attempts bigint not null default 0,
  attempts_failed bigint not null default 0,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  discarded bigint not null default 0,
  primary key (project_id, minute, destination_id)
);
create index endpoint_minutes_past on endpoint_minutes (minute);

-- What was counted before by the hour stands at the first minute of its hour.
insert into endpoint_minutes
  (project_id, destination_id, minute, deliveries, attempts, attempts_failed, succeeded, failed, discarded)
select project_id, destination_id, hour, deliveries, attempts, attempts_failed, succeeded, failed, discarded
from endpoint_stats where hour > now() - interval '1 day';
