import { matchesEventType } from "@/lib/filter/event-type";
import { parsePairs, parsePayload } from "@/lib/ingest/parse-payload";
import type { IncomingEvent } from "@/lib/ingest/recorder";
import type { EndpointPlan, ProjectSnapshot, SubscriptionPlan } from "@/lib/snapshots/snapshot";

/** One delivery that an event leads to: `held` waits in the queue, `discarded` is only recorded. */
export type PlannedDelivery = {
  subscription: SubscriptionPlan;
  endpoint: EndpointPlan;
  kind: "due" | "held" | "discarded";
  description: string;
};

export type EventPlan = { deliveries: PlannedDelivery[]; discardReason: string | null };

/** Which deliveries an event leads to under a snapshot. Pure; the event's body is parsed only where a filter asks for it. */
export function planEvent(event: IncomingEvent, snapshot: ProjectSnapshot): EventPlan {
  const candidates = event.target
    ? snapshot.byEndpoint.get(event.target.endpoint_id)
    : snapshot.bySource.get(event.sourceId ?? "");
  if (!candidates) return { deliveries: [], discardReason: "No subscription takes events from here." };

  let parsed: { body: unknown } | null = null;
  const deliveries: PlannedDelivery[] = [];
  for (const subscription of candidates) {
    if (!matchesEventType(subscription.eventTypes, event.eventType)) continue;
    if (subscription.filter) {
      parsed ??= { body: parsePayload(event.payload, event.headers["content-type"]) };
      const query = parsePairs(event.urlQueryParams);
      if (!subscription.filter({ body: parsed.body, headers: event.headers, query, path: event.path })) continue;
    }
    const endpoint = snapshot.endpoints.get(subscription.endpointId);
    if (endpoint) deliveries.push(planDelivery(subscription, endpoint));
  }
  if (deliveries.length > 0) return { deliveries, discardReason: null };
  return { deliveries, discardReason: `No subscription's event types and filter match ${event.eventType}.` };
}

function planDelivery(subscription: SubscriptionPlan, endpoint: EndpointPlan): PlannedDelivery {
  switch (endpoint.status) {
    case "active":
      return { subscription, endpoint, kind: "due", description: "Waiting for its first attempt." };
    case "paused":
      return { subscription, endpoint, kind: "held", description: "Held: the endpoint is paused." };
    case "pending":
      return {
        subscription,
        endpoint,
        kind: "held",
        description: "Held: the circuit breaker is open for the endpoint.",
      };
    case "inactive":
      return { subscription, endpoint, kind: "discarded", description: "Not sent: the endpoint is inactive." };
  }
}
