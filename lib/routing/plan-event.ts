import { matchesEventType } from "@/lib/filter/event-type";
import type { EventTarget, IncomingEvent } from "@/lib/ingest/recorder";
import { parsePairs, parsePayload } from "@/lib/parse-payload";
import type { EndpointPlan, ProjectSnapshot, RetryPolicy, SubscriptionPlan } from "@/lib/snapshots/snapshot";

/** One delivery that an event leads to: `held` waits in the queue, `discarded` is only recorded. */
export type PlannedDelivery = {
  endpoint: EndpointPlan;
  /** Null when the event names its endpoint directly. */
  subscriptionId: string | null;
  /** The subscription's function, to be run before the delivery is made. */
  function: string | null;
  retry: RetryPolicy;
  /** The endpoint, or the subscription where that has a rate limit of its own. */
  laneId: string;
  /** Bounds of it hold over all workers: it is leased by a claim, never within its commit. */
  isMetered: boolean;
  kind: "due" | "held" | "discarded";
  description: string;
};

export type EventPlan = { deliveries: PlannedDelivery[]; discardReason: string | null };

/** Which deliveries an event leads to under a snapshot. Pure; the event's body is parsed only where a filter asks for it. */
export function planEvent(event: IncomingEvent, snapshot: ProjectSnapshot): EventPlan {
  if (event.target && "directly" in event.target) return planDirect(event.target.endpoint_id, snapshot);
  const candidates = event.target ? candidatesOf(event.target, snapshot) : snapshot.bySource.get(event.sourceId ?? "");
  if (!candidates) return { deliveries: [], discardReason: NOBODY };

  const matches = createMatcher(event);
  const deliveries = candidates.filter(matches).flatMap((subscription) => {
    const endpoint = snapshot.endpoints.get(subscription.endpointId);
    return endpoint ? [planDelivery(endpoint, subscription, subscription.retry)] : [];
  });
  if (deliveries.length > 0) return { deliveries, discardReason: null };
  return { deliveries, discardReason: `No subscription's event types and filter match ${event.eventType}.` };
}

const NOBODY = "No subscription takes events from here.";

function candidatesOf(target: EventTarget, snapshot: ProjectSnapshot): readonly SubscriptionPlan[] {
  if ("endpoint_id" in target) return snapshot.byEndpoint.get(target.endpoint_id) ?? [];
  if ("owner_id" in target) return snapshot.byOwner.get(target.owner_id) ?? [];
  return [...snapshot.subscriptions.values()];
}

/** Whether a subscription takes this event. Parses the event once, at the first filter. */
export function createMatcher(event: IncomingEvent): (subscription: SubscriptionPlan) => boolean {
  let input: Parameters<NonNullable<SubscriptionPlan["filter"]>>[0] | null = null;
  return ({ eventTypes, filter }) => {
    if (!matchesEventType(eventTypes, event.eventType)) return false;
    if (!filter) return true;
    input ??= {
      body: parsePayload(event.payload, event.headers["content-type"]),
      headers: event.headers,
      query: parsePairs(event.urlQueryParams),
      path: event.path,
    };
    return filter(input);
  };
}

function planDirect(endpointId: string, snapshot: ProjectSnapshot): EventPlan {
  const endpoint = snapshot.endpoints.get(endpointId);
  if (!endpoint) return { deliveries: [], discardReason: "The endpoint was deleted." };
  return { deliveries: [planDelivery(endpoint, null, snapshot.retry)], discardReason: null };
}

function planDelivery(
  endpoint: EndpointPlan,
  subscription: SubscriptionPlan | null,
  retry: RetryPolicy,
): PlannedDelivery {
  const ownLane = subscription?.hasRateLimit ? subscription.id : null;
  return {
    endpoint,
    subscriptionId: subscription?.id ?? null,
    function: subscription?.function ?? null,
    retry,
    laneId: ownLane ?? endpoint.id,
    isMetered: ownLane !== null || endpoint.rateLimit > 0 || endpoint.maxInFlight > 0,
    ...stateAt(endpoint),
  };
}

function stateAt({ status }: EndpointPlan): Pick<PlannedDelivery, "kind" | "description"> {
  switch (status) {
    case "active":
      return { kind: "due", description: "Waiting for its first attempt." };
    case "paused":
      return { kind: "held", description: "Held: the endpoint is paused." };
    case "pending":
      return { kind: "held", description: "Held: the circuit breaker is open for the endpoint." };
    case "inactive":
      return { kind: "discarded", description: "Not sent: the endpoint is inactive." };
  }
}
