import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

/** The endpoint whose incidents tell why a delivery has not succeeded; null if it has, or goes to none. */
export function failingEndpointOf({ endpoint_id, status }: EventDelivery): string | null {
  return status === "Success" ? null : endpoint_id;
}
