-- When a source's meta-event receiver was last told that it refuses requests for a reason.
create table refusal_notices (
  project_id uuid not null,
  source_id uuid not null,
  code text not null,
  told_at timestamptz(3) not null,
  primary key (project_id, source_id, code),
  foreign key (project_id, source_id) references sources
);
