import type { Wanted } from "@/lib/feeds/leases";

/** A source that was free for this long is taken by any copy that sees it: a copy that lives but hangs takes none. */
const OVERDUE_SECONDS = 5;

/**
 * Decides which free sources a copy takes that has `mine` already: up to its even share of all, so that copies that
 * start together divide them, and every overdue one. Pure.
 */
export function decideTakes(wanted: readonly Wanted[], mine: ReadonlySet<string>, workers: number): Wanted[] {
  const share = Math.ceil(wanted.length / Math.max(1, workers));
  let left = share - mine.size;
  return wanted.filter(({ id, freeSeconds }) => {
    if (freeSeconds === null || mine.has(id)) return false;
    left -= 1;
    return left >= 0 || freeSeconds > OVERDUE_SECONDS;
  });
}
