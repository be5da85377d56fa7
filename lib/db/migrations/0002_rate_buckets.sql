-- Token buckets of endpoints with a rate limit, shared by all workers: a claim locks the row, counts what has flowed
-- in since `refilled_at` and takes its tokens in the same transaction.
create table rate_buckets (
  lane_id uuid primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);

-- The claim looks lanes up by endpoint without knowing the project.
create unique index endpoints_id on endpoints (id);
create index endpoints_rate_limited on endpoints (id) where rate_limit > 0;
