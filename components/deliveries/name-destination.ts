import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

/** The name of the endpoint or the device that a delivery goes to; undefined if it is no longer known. */
export function nameDestination(
  delivery: Pick<EventDelivery, "endpoint_metadata" | "device_metadata">,
): string | undefined {
  return delivery.endpoint_metadata?.name ?? delivery.device_metadata?.host_name;
}
