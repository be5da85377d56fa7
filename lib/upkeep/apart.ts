/** Who has just started sees soon to all shards. */
const MOST_MS = 20_000;

/**
 * When what is done of each shard begins with this one, in milliseconds: all at once, again after each period, would be a
 * burst of hundreds of statements that events wait behind. The first one begins at once.
 */
export function apart(place: number, shards: number, everyMs: number): number {
  return (place / shards) * Math.min(everyMs, MOST_MS);
}
