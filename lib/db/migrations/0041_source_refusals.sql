-- Requests that a source refused, the newest of each source: what its sender and its admin need to find out why. No
-- values of headers and no bytes of bodies, for what was refused may be anything.
create table source_refusals (
  project_id uuid not null,
  source_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  status smallint not null,
  reason text not null,
  method text not null,
  address text not null,
  header_names text[] not null,
  body_size bigint,
  -- Refused right after it, and too many to be kept.
  skipped integer not null,
  primary key (project_id, source_id, id),
  foreign key (project_id, source_id) references sources
);
