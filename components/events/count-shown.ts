import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { Event } from "@/lib/nouns/events/schemas";

type ShownCounts = Partial<Record<DeliveryStatus | "Held", number>>;

/**
 * Counts an event's deliveries as they are shown. An event does not say which delivery is which endpoint's: what waits
 * is called held only if there is a delivery for each endpoint, no other, and every endpoint is `holding`.
 */
export function countShown(
  { deliveries = {}, endpoints }: Pick<Event, "deliveries" | "endpoints">,
  holding: readonly string[],
): ShownCounts {
  const total = Object.values(deliveries).reduce((sum, count) => sum + count, 0);
  const isHeld = total === endpoints.length && endpoints.every((id) => holding.includes(id));
  if (!isHeld) return deliveries;
  const { Scheduled = 0, Retry = 0, ...others } = deliveries;
  return { ...others, Held: Scheduled + Retry };
}
