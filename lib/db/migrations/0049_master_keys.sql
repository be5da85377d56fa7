-- Which master keys credentials here were encrypted with: a copy that has none of them is refused at its start.
create table master_keys (
  id text primary key,
  first_used_at timestamptz(3) not null default now()
);
