-- Beside: 0.1
-- A bucket lies with its project. Null in one that was made by a copy of version 0.1, until it is asked for again.
alter table rate_buckets add column project_id uuid;
create index rate_buckets_project on rate_buckets (project_id);

-- The same function, for the buckets of projects, each of which is its project's own, in words that Citus takes: the key is
-- named because it has the project in it there, and the clock is read before the row is locked, so a bucket that somebody
-- filled meanwhile keeps the later time.
create or replace function take_tokens(bucket uuid, count double precision, seconds double precision, wanted integer,
  out taken integer, out tokens double precision) language plpgsql as $$
declare
  owner uuid;
begin
  insert into rate_buckets as b (lane_id, project_id, tokens, refilled_at) values (bucket, bucket, count, clock_timestamp())
  on conflict on constraint rate_buckets_pkey do update set
    tokens = least(count, b.tokens + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * count / seconds),
    refilled_at = greatest(b.refilled_at, excluded.refilled_at)
  returning b.tokens, b.project_id into tokens, owner;
  taken := least(wanted, floor(tokens));
  tokens := tokens - taken;
  if owner is null then
    update rate_buckets b set tokens = take_tokens.tokens, project_id = bucket where b.lane_id = bucket;
  else
    update rate_buckets b set tokens = take_tokens.tokens where b.project_id = bucket and b.lane_id = bucket;
  end if;
end $$;
