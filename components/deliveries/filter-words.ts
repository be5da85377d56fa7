/** A range whose ends both belong to it; an end that is not set is open. */
export type Range = { min?: number | undefined; max?: number | undefined };

/** "3 or more", "at most 5", "2 to 5", "3"; null for a range that is open on both ends. */
export function tellAttempts({ min, max }: Range): string | null {
  if (min === undefined) return max === undefined ? null : `at most ${max}`;
  if (max === undefined) return `${min} or more`;
  return min === max ? String(min) : `${min} to ${max}`;
}

/** "at least 2 s", "at most 500 ms", "1 s to 5 s"; null for a range that is open on both ends. */
export function tellLatency({ min, max }: Range): string | null {
  if (min === undefined) return max === undefined ? null : `at most ${tellSeconds(max)}`;
  if (max === undefined) return `at least ${tellSeconds(min)}`;
  return `${tellSeconds(min)} to ${tellSeconds(max)}`;
}

/** Below a second in milliseconds. */
function tellSeconds(seconds: number): string {
  return seconds > 0 && seconds < 1 ? `${Number((seconds * 1_000).toFixed(6))} ms` : `${seconds} s`;
}
