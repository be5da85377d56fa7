-- What a company keeps of its own on a resource: the identifier that it has there, and pairs of text. Null for none.
-- An identifier is one resource's of its kind in a project, and one project's in the installation.
alter table projects
  add column external_id text check (char_length(external_id) between 1 and 255),
  add column metadata jsonb check (jsonb_typeof(metadata) = 'object');
alter table sources
  add column external_id text check (char_length(external_id) between 1 and 255),
  add column metadata jsonb check (jsonb_typeof(metadata) = 'object');
alter table endpoints
  add column external_id text check (char_length(external_id) between 1 and 255),
  add column metadata jsonb check (jsonb_typeof(metadata) = 'object'),
  add column tags text[] check (cardinality(tags) between 1 and 20);
alter table subscriptions
  add column external_id text check (char_length(external_id) between 1 and 255),
  add column metadata jsonb check (jsonb_typeof(metadata) = 'object');
alter table event_types
  add column external_id text check (char_length(external_id) between 1 and 255),
  add column metadata jsonb check (jsonb_typeof(metadata) = 'object');

create unique index projects_external_id on projects (external_id)
  where external_id is not null and deleted_at is null;
create unique index sources_external_id on sources (project_id, external_id)
  where external_id is not null and deleted_at is null;
create unique index endpoints_external_id on endpoints (project_id, external_id)
  where external_id is not null and deleted_at is null;
create unique index subscriptions_external_id on subscriptions (project_id, external_id)
  where external_id is not null and deleted_at is null;
create unique index event_types_external_id on event_types (project_id, external_id)
  where external_id is not null and deleted_at is null;

-- The kinds of which a project may have many.
create index endpoints_metadata on endpoints using gin (metadata jsonb_path_ops) where metadata is not null;
create index endpoints_tags on endpoints using gin (tags) where tags is not null;
create index subscriptions_metadata on subscriptions using gin (metadata jsonb_path_ops) where metadata is not null;
