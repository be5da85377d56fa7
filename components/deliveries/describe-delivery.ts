import { isHeld } from "@/components/status/held";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

type Described = Pick<EventDelivery, "status" | "description" | "endpoint_metadata">;

/** Why a delivery is in its state. A held one has the cause of its endpoint, in the words that stand at the endpoint. */
export function describeDelivery(delivery: Described): string {
  const cause = isHeld(delivery) ? delivery.endpoint_metadata?.status_reason : "";
  return cause || delivery.description;
}
