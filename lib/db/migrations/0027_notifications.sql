-- What the people behind an endpoint are to be told, by chat or by e-mail: written in the transaction of what happened, sent
-- by whichever worker takes it. Where it goes is read from the endpoint when it is sent, so no address is kept here.
create table notifications (
  id uuid primary key,
  project_id uuid not null,
  endpoint_id uuid not null,
  channel text not null check (channel in ('chat', 'email')),
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  -- A lease is a visibility time-out here too: taking it moves due_at.
  due_at timestamptz not null default now(),
  num_trials integer not null default 0,
  last_error text
);
create index notifications_due on notifications (due_at);
