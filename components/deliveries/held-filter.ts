import { HELD_STATUSES } from "@/components/status/held";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

export const HELD = "Held";

type Filters = Pick<ListEventDeliveries, "status" | "endpointId">;

/**
 * The filters that find held deliveries, in the words of the API: it has no status for them, so they are what waits for
 * the endpoints that hold.
 */
export function heldFilters(holding: readonly string[]): { status: string[]; endpointId: string[] } {
  return { status: [...HELD_STATUSES], endpointId: [...holding] };
}

/** Whether a list shows held deliveries and nothing else. */
export function showsHeld({ status, endpointId }: Filters, holding: readonly string[]): boolean {
  const isOfHolding = endpointId.length > 0 && endpointId.every((id) => holding.includes(id));
  return isOfHolding && status.length === HELD_STATUSES.length && status.every((one) => HELD_STATUSES.includes(one));
}

/** The filters after a choice among the statuses and Held, which stands alone: it is a choice of endpoints too. */
export function chooseStatuses(chosen: readonly string[], isHeldShown: boolean, holding: readonly string[]) {
  if (!isHeldShown) return chosen.includes(HELD) ? heldFilters(holding) : { status: [...chosen] };
  return { status: chosen.filter((one) => one !== HELD), endpointId: [] };
}
