/**
 * Milliseconds of the machine's monotonic clock, which all of its processes share, so that their times are comparable.
 */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
