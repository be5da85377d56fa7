import { durationOf } from "@/lib/queue/attempt-classes";

/**
 * The duration in milliseconds that this share of attempts (0 to 1) did not exceed, from their number in each class;
 * null without attempts. It is exact to a class, which is 26 % wide, and estimated within it.
 */
export function percentileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [place, count] of counts.entries()) {
    if (count > 0 && below + count >= share * total) return within(place, (share * total - below) / count);
    below += count;
  }
  return durationOf(counts.length - 1);
}

/** What is this far (0 to 1) into a class. Durations within one are spread evenly by their logarithm. */
function within(place: number, part: number): number {
  const longest = durationOf(place);
  const duration = place === 0 ? longest * part : longest * (durationOf(place - 1) / longest) ** (1 - part);
  return Number(duration.toPrecision(3));
}
