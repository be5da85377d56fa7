import type { Logger } from "@/lib/kernel/log";

const QUIET_MS = 1_000;

/**
 * Logs requests that could not be served: at most one a second, with the number of those skipped before it. With the
 * database unreachable every request is one, and logging them all would be the next thing to fail.
 */
export function createUnservedLog(log: Logger): (entry: object) => void {
  let quietUntil = 0;
  let leftOut = 0;
  return (entry) => {
    const now = performance.now();
    if (now < quietUntil) {
      leftOut += 1;
      return;
    }
    log.warn({ ...entry, left_out: leftOut }, "request could not be served");
    quietUntil = now + QUIET_MS;
    leftOut = 0;
  };
}
