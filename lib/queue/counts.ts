import { idTimeMs, NIL_ID } from "@/lib/kernel/ids";
import { type Destination, destinationId } from "@/lib/queue/destination";
import { countsOfEvent, type EventOutcome } from "@/lib/queue/event-outcome";
import { type FirstCause, firstChange } from "@/lib/queue/transition";

type Made = { readonly id: string; readonly projectId: string };

type MadeDelivery = Made & { destination: Destination; subscriptionId: string | null; cause: FirstCause };

/** The counts that new deliveries add, summed by destination, subscription and minute. */
export function countDeliveries(deliveries: readonly MadeDelivery[]) {
  return sumBy(deliveries, ({ id, projectId, destination, subscriptionId, cause }) => ({
    key: {
      projectId,
      destinationId: destinationId(destination),
      subscriptionId: subscriptionId ?? NIL_ID,
      minute: minuteOf(id),
    },
    counts: firstChange(cause).counts,
  }));
}

/** The counts that new events add, summed by source and minute. */
export function countEvents(events: readonly (Made & EventOutcome & { sourceId: string | null })[]) {
  return sumBy(events, (event) => ({
    key: { projectId: event.projectId, sourceId: event.sourceId ?? NIL_ID, minute: minuteOf(event.id) },
    counts: countsOfEvent(event),
  }));
}

/** The start of an id's minute, in seconds since 1970. Outcomes count when the delivery was created. */
function minuteOf(id: string): number {
  return Math.floor(idTimeMs(id) / 60_000) * 60;
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
