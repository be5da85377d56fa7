-- Which files hold what was removed of a project's day. A day has a second part when something of it still waited to be
-- delivered when the first was written.
create table retention_exports (
  project_id uuid not null,
  day date not null,
  part integer not null,
  file text not null,
  lines bigint not null,
  exported_at timestamptz(3) not null default now(),
  primary key (project_id, day, part)
);
