import type { DeliveryStatus } from "@/lib/kernel/vocabulary";

type Counts = Record<DeliveryStatus, number>;

/**
 * Takes what is held out of Scheduled and Retry. `held` counts the deliveries of the endpoints that hold; it is read a
 * moment apart from the others, so no count falls below zero.
 */
export function toShownCounts(counts: Counts, held: Counts | undefined): Counts & { Held: number } {
  const { Scheduled = 0, Retry = 0 } = held ?? {};
  return {
    ...counts,
    Held: Scheduled + Retry,
    Scheduled: Math.max(0, counts.Scheduled - Scheduled),
    Retry: Math.max(0, counts.Retry - Retry),
  };
}
