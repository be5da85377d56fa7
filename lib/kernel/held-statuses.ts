import type { DeliveryStatus, EndpointStatus } from "@/lib/kernel/vocabulary";

/** The statuses of endpoints that hold their deliveries: by hand, or by an open circuit breaker. Browser-safe. */
export const HOLDING: readonly EndpointStatus[] = ["paused", "pending"];

/** The statuses that a held delivery has in the API. */
export const HELD_STATUSES: readonly DeliveryStatus[] = ["Scheduled", "Retry"];
