import type { DeliveryStatus, EndpointStatus } from "@/lib/kernel/vocabulary";

/** The statuses of endpoints that hold their deliveries: by hand, or by an open circuit breaker. */
export const HOLDING: readonly EndpointStatus[] = ["paused", "pending"];

/** The statuses that a held delivery has in the API. */
export const HELD_STATUSES: readonly DeliveryStatus[] = ["Scheduled", "Retry"];

export type Holdable = { status: DeliveryStatus; endpoint_metadata?: { status: EndpointStatus } | null };

/** Whether a delivery waits only because its endpoint is paused or its circuit breaker is open. */
export function isHeld({ status, endpoint_metadata: endpoint }: Holdable): boolean {
  return HELD_STATUSES.includes(status) && endpoint != null && HOLDING.includes(endpoint.status);
}
