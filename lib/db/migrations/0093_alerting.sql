-- Beside: 0.1
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

-- Until when the certificate is valid that a receiver presented last; `host` is that of a URL, with a port that is not 443.
create table receiver_certificates (
  host text primary key,
  valid_to timestamptz not null,
  seen_at timestamptz not null default now()
);
create index receiver_certificates_ending on receiver_certificates (valid_to);
