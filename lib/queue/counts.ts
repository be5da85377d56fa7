import { idTimeMs } from "@/lib/kernel/ids";
import { type Destination, destinationId } from "@/lib/queue/destination";
import { countsOfEvent, type EventOutcome } from "@/lib/queue/event-outcome";
import { type FirstCause, firstChange } from "@/lib/queue/transition";

type Made = { readonly id: string; readonly projectId: string };

/** The counts that new deliveries add, summed by destination and hour. */
export function countDeliveries(deliveries: readonly (Made & { destination: Destination; cause: FirstCause })[]) {
  return sumBy(deliveries, ({ id, projectId, destination, cause }) => ({
    key: { projectId, destinationId: destinationId(destination), hour: hourOf(id) },
    counts: firstChange(cause).counts,
  }));
}

/** The counts that new events add, summed by project and hour. */
export function countEvents(events: readonly (Made & EventOutcome)[]) {
  return sumBy(events, (event) => ({
    key: { projectId: event.projectId, hour: hourOf(event.id) },
    counts: countsOfEvent(event),
  }));
}

/** The hour of an id, in seconds since 1970. Outcomes count in the hour in which the delivery was created. */
function hourOf(id: string): number {
  return Math.floor(idTimeMs(id) / 3_600_000) * 3_600;
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
