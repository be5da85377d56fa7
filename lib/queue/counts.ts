import { idTimeMs } from "@/lib/kernel/ids";
import { type Destination, destinationId } from "@/lib/queue/destination";
import { countsOfEvent, type EventOutcome } from "@/lib/queue/event-outcome";
import { type FirstCause, firstChange } from "@/lib/queue/transition";

type Made = { readonly id: string; readonly projectId: string };

/** What new deliveries add to the counters, summed up by destination and hour. */
export function countDeliveries(deliveries: readonly (Made & { destination: Destination; cause: FirstCause })[]) {
  return sumBy(deliveries, ({ id, projectId, destination, cause }) => ({
    key: { projectId, destinationId: destinationId(destination), hour: hourOf(id) },
    counts: firstChange(cause).counts,
  }));
}

/** What new events add to the counters, summed up by project and hour. */
export function countEvents(events: readonly (Made & EventOutcome)[]) {
  return sumBy(events, (event) => ({
    key: { projectId: event.projectId, hour: hourOf(event.id) },
    counts: countsOfEvent(event),
  }));
}

/** The hour of a made thing, in seconds since 1970: outcomes are counted in the hour in which a delivery was made. */
function hourOf(id: string): number {
  return Math.floor(idTimeMs(id) / 3_600_000) * 3_600;
}

/** Adds up the counts of items that have the same key. */
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
