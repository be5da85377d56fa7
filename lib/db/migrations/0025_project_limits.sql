-- Takes up to `wanted` tokens of a bucket that holds `count` and fills evenly over `seconds`. One call, one row lock, so
-- that copies which share the bucket never take a token twice. `tokens` is what is left.
create function take_tokens(bucket uuid, count double precision, seconds double precision, wanted integer,
  out taken integer, out tokens double precision) language plpgsql as $$
begin
  insert into rate_buckets as b (lane_id, tokens, refilled_at) values (bucket, count, clock_timestamp())
  on conflict (lane_id) do update set
    tokens = least(count, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.refilled_at)) * count / seconds),
    refilled_at = clock_timestamp()
  returning b.tokens into tokens;
  taken := least(wanted, floor(tokens));
  tokens := tokens - taken;
  update rate_buckets b set tokens = take_tokens.tokens where b.lane_id = bucket;
end $$;

-- Days are kept for ever in the projects that are there already: an upgrade removes nothing that nobody asked it to.
-- A project made from now on has the default of the settings.
update projects set settings = settings || '{"retention": 0}' where not settings ? 'retention';

-- When the retention was last changed: it takes effect an hour later, so that a slip can be undone.
alter table projects add column retention_changed_at timestamptz(3);
