import { HELD_STATUSES, HOLDING } from "@/lib/kernel/held-statuses";
import type { DeliveryStatus, EndpointStatus } from "@/lib/kernel/vocabulary";

export type Holdable = { status: DeliveryStatus; endpoint_metadata?: { status: EndpointStatus } | null };

/** Whether a delivery waits only because its endpoint is paused or its circuit breaker is open. */
export function isHeld({ status, endpoint_metadata: endpoint }: Holdable): boolean {
  return HELD_STATUSES.includes(status) && endpoint != null && HOLDING.includes(endpoint.status);
}
