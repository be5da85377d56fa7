-- What people have written about a delivery. They go with it: upkeep deletes the notes of deliveries that are gone.
create table delivery_notes (
  project_id uuid not null references projects,
  delivery_id uuid not null,
  id uuid not null,
  author text not null,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (project_id, delivery_id, id)
);
create index delivery_notes_created on delivery_notes (created_at);
