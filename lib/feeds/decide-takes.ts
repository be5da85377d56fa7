import type { Wanted } from "@/lib/feeds/leases";

/** A free source that nobody took for this long is taken by whoever sees it: a copy that lives but hangs takes none. */
const OVERDUE_SECONDS = 5;

/**
 * Which free sources a copy takes that has `mine` already: up to its even share of all, so that copies that start
 * together divide them, and whatever is overdue. Pure.
 */
export function decideTakes(wanted: readonly Wanted[], mine: ReadonlySet<string>, workers: number): Wanted[] {
  const share = Math.ceil(wanted.length / Math.max(1, workers));
  let room = share - mine.size;
  return wanted.filter(({ id, freeSeconds }) => {
    if (freeSeconds === null || mine.has(id)) return false;
    room -= 1;
    return room >= 0 || freeSeconds > OVERDUE_SECONDS;
  });
}
