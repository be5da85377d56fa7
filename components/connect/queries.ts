import { deliveryListRead } from "@/components/deliveries/queries";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";

/** The newest delivery of a connection; without a source of its own, the newest to its endpoint: a test event is one. */
export function newestDeliveryRead(projectID: string, { uid, source_metadata, endpoint_metadata }: Subscription) {
  const of = source_metadata ? { subscriptionId: uid } : { endpointId: endpoint_metadata?.uid };
  return deliveryListRead(projectID, { ...of, perPage: 1 });
}
