-- Deliveries to an endpoint whose payloads have the same value at `ordering_key` go strictly one after another.
alter table endpoints
  add column ordering_key text not null default '',
  add column ordering_policy text not null default 'block' check (ordering_policy in ('block', 'skip')),
  add column ordering_skip_after integer not null default 3;
alter table event_deliveries add column ordering_key text; -- the value found; null where the order does not matter

-- The lines of ordered deliveries that are not over. A `head` may be attempted, or has failed and holds its line up; who
-- waits behind it is in the queue, due at infinity. A line is changed under the advisory lock of its endpoint and key.
create table ordered_deliveries (
  project_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  ordering_key text not null,
  is_head boolean not null default false,
  rank smallint not null, -- 0: resent, before all that wait; 1: in the order of acceptance
  position bigint generated always as identity,
  primary key (project_id, delivery_id)
);
create unique index ordered_deliveries_head on ordered_deliveries (endpoint_id, ordering_key) where is_head;
create index ordered_deliveries_line on ordered_deliveries (endpoint_id, ordering_key, rank, position) where not is_head;
