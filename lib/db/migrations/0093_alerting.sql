-- When the ledger of all projects is compared with the queue next; one row, made by the first comparison.
create table ledger_checks (
  id boolean primary key default true check (id),
  next_at timestamptz not null
);

-- Projects whose ledger did not balance at the last comparison.
create table ledger_differences (
  project_id uuid primary key,
  accepted bigint not null,
  delivered bigint not null,
  waiting bigint not null,
  failed bigint not null,
  discarded bigint not null,
  since timestamptz not null default now()
);
