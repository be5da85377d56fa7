import { idTimeMs } from "@/lib/kernel/ids";
import { type Destination, destinationId } from "@/lib/queue/destination";
import { countsOfEvent, type EventOutcome } from "@/lib/queue/event-outcome";
import { type FirstCause, firstChange } from "@/lib/queue/transition";

type Made = { readonly id: string; readonly projectId: string };

/** The counts that new deliveries add, summed by destination and minute. */
export function countDeliveries(deliveries: readonly (Made & { destination: Destination; cause: FirstCause })[]) {
  return sumBy(deliveries, ({ id, projectId, destination, cause }) => ({
    key: { projectId, destinationId: destinationId(destination), minute: startOf(MINUTE, id) },
    counts: firstChange(cause).counts,
  }));
}

/** The counts that new events add, summed by project and hour. */
export function countEvents(events: readonly (Made & EventOutcome)[]) {
  return sumBy(events, (event) => ({
    key: { projectId: event.projectId, hour: startOf(HOUR, event.id) },
    counts: countsOfEvent(event),
  }));
}

/** In seconds. */
const MINUTE = 60;
const HOUR = 3_600;

/** The start of an id's step of time, in seconds since 1970. Outcomes count when the delivery was created. */
function startOf(step: number, id: string): number {
  return Math.floor(idTimeMs(id) / (1_000 * step)) * step;
}

/** Sums the counts of items that have the same key. */
function sumBy<T, K extends Readonly<Record<string, string | number>>, C extends string>(
  items: readonly T[],
  countOf: (item: T) => { key: K; counts: Readonly<Record<C, number>> },
): { key: K; counts: Record<C, number> }[] {
  const sums = new Map<string, { key: K; counts: Record<C, number> }>();
  for (const item of items) {
    const { key, counts } = countOf(item);
    const name = Object.values(key).join(" ");
    const sum = sums.get(name);
    if (!sum) sums.set(name, { key, counts: { ...counts } });
    else for (const counter in counts) sum.counts[counter] += counts[counter];
  }
  return [...sums.values()];
}
