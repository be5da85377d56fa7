import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { inTransaction } from "@/lib/db/transaction";
import { CLAIM_LANE, type Claimed } from "@/lib/queue/claim";
import type { Meter } from "@/lib/queue/due-lanes";

type Bucket = { id: string; count: number; seconds: number };
type FilledBucket = Bucket & { tokens: number };

/** One worker at a time claims for an endpoint; another worker skips the endpoint for this round. */
const TRY_LOCK = "select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as mine";

/** Counts the live leases, over all workers, that were taken from an endpoint since it has a bound. */
const IN_FLIGHT = `
select count(*)::int as in_flight from delivery_queue
where bound_to = $1 and lease is not null and due_at > now()`;

/** Refills a bucket since its last use. The row stays locked until the transaction ends. */
const REFILL = `
insert into rate_buckets as b (lane_id, project_id, tokens, refilled_at) values ($1, $4, $2::float8, now())
on conflict (lane_id) do update
set tokens = least($2::float8, b.tokens + extract(epoch from now() - b.refilled_at) * $2::float8 / $3::float8), refilled_at = now(),
  project_id = excluded.project_id
returning tokens`;

export type MeteredClaim = {
  readonly claimed: Claimed[];
  /** The endpoint has as many requests in flight as it allows. */
  readonly isFull: boolean;
  /** Until it may send again; 0 if no rate limit stops it. */
  readonly pauseSeconds: number;
};

/**
 * Leases at most `most` due deliveries of a lane whose bounds hold over all workers together. A rate limit is a bucket
 * of as many tokens as it allows, refilled evenly over its duration; the bucket's row is locked while tokens are taken.
 * `max_in_flight` is compared with the live leases of the endpoint, under a lock of the endpoint.
 */
export function claimMetered(pool: pg.Pool, workerId: string, meter: Meter, most: number): Promise<MeteredClaim> {
  const { laneId, destinationId, maxInFlight } = meter;
  return inTransaction(pool, async (client) => {
    const places = maxInFlight > 0 ? await freePlaces(client, meter) : most;
    let allowed = Math.min(most, places);
    if (allowed <= 0) return { claimed: [], isFull: true, pauseSeconds: 0 };
    const buckets: FilledBucket[] = [];
    for (const bucket of bucketsOf(meter)) {
      const filled = await refill(client, meter.projectId, bucket);
      allowed = Math.min(allowed, Math.floor(filled.tokens));
      buckets.push(filled);
    }
    const pauseSeconds = Math.max(0, ...buckets.map((bucket) => untilToken(bucket, allowed)));
    if (allowed <= 0) return { claimed: [], isFull: false, pauseSeconds };
    const boundTo = maxInFlight > 0 ? destinationId : null;
    const { rows } = await client.query<Claimed>(CLAIM_LANE({ workerId, laneId, boundTo, limit: allowed }));
    for (const { id } of buckets) {
      await client.query("update rate_buckets set tokens = tokens - $2 where lane_id = $1", [id, rows.length]);
    }
    const isFull = maxInFlight > 0 && rows.length >= places;
    return { claimed: rows, isFull, pauseSeconds: rows.length < allowed ? 0 : pauseSeconds };
  });
}

async function freePlaces(client: pg.PoolClient, { destinationId, maxInFlight }: Meter): Promise<number> {
  const lock = await client.query<{ mine: boolean }>(TRY_LOCK, [destinationId]);
  if (!soleRow(lock.rows).mine) return 0;
  const inFlight = { name: "endpoint_in_flight", text: IN_FLIGHT, values: [destinationId] };
  const leased = await client.query<{ in_flight: number }>(inFlight);
  return maxInFlight - soleRow(leased.rows).in_flight;
}

async function refill(client: pg.PoolClient, projectId: string, bucket: Bucket): Promise<FilledBucket> {
  const { rows } = await client.query<{ tokens: number }>(REFILL, [bucket.id, bucket.count, bucket.seconds, projectId]);
  return { ...bucket, tokens: soleRow(rows).tokens };
}

/** Seconds until a bucket has a whole token again after `taken` tokens were taken. */
function untilToken({ tokens, count, seconds }: FilledBucket, taken: number): number {
  return Math.max(0, ((1 - (tokens - taken)) * seconds) / count);
}

/** All workers lock buckets in the same order, so that no two wait for each other. */
function bucketsOf({ laneId, destinationId, rateLimit, rateLimitDuration, ownLimit }: Meter): Bucket[] {
  const buckets: Bucket[] = [];
  if (rateLimit > 0) buckets.push({ id: destinationId, count: rateLimit, seconds: rateLimitDuration });
  if (ownLimit) buckets.push({ id: laneId, count: ownLimit.count, seconds: ownLimit.duration });
  return buckets;
}
