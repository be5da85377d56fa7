import { matchesEventType } from "@/lib/filter/event-type";
import type { EventTarget, IncomingEvent } from "@/lib/ingest/recorder";
import { parsePairs, parsePayload } from "@/lib/parse-payload";
import type {
  DevicePlan,
  EndpointPlan,
  ProjectSnapshot,
  RetryPolicy,
  SubscriptionPlan,
} from "@/lib/snapshots/snapshot";

/** One delivery that an event leads to: `held` waits in the queue, `discarded` is only recorded. */
export type PlannedDelivery = Readonly<{
  /** Where it goes: one of the two. */
  endpointId: string | null;
  deviceId: string | null;
  /** Null when the event names its endpoint directly. */
  subscriptionId: string | null;
  /** The subscription's function, to be run before the delivery is made. */
  function: string | null;
  retry: RetryPolicy;
  /** The destination, or the subscription where that has a rate limit of its own. */
  laneId: string;
  /** Bounds of it hold over all workers: it is leased by a claim, never within its commit. */
  isMetered: boolean;
  /** Where the key lies in its payload, if it is delivered in order. */
  orderingPath: string | null;
  kind: "due" | "held" | "discarded";
  description: string;
}>;

export type EventPlan = { deliveries: PlannedDelivery[]; discardReason: string | null };

/** Which deliveries an event leads to under a snapshot. Pure; the event's body is parsed only where a filter asks for it. */
export function planEvent(event: IncomingEvent, snapshot: ProjectSnapshot): EventPlan {
  if (event.target && "directly" in event.target) return planDirect(event.target.endpoint_id, snapshot);
  const subscribed = event.target
    ? candidatesOf(event.target, event.sourceId, snapshot)
    : snapshot.bySource.get(event.sourceId ?? "");
  const listening = snapshot.listeners.filter((listener) => hears(listener, event, snapshot));
  if (!subscribed && listening.length === 0) return { deliveries: [], discardReason: NOBODY };

  const matches = createMatcher(event);
  const deliveries = [...(subscribed ?? []), ...listening].filter(matches).flatMap((subscription) => {
    const device = snapshot.devices.get(subscription.deviceId ?? "");
    if (device) return [planPull(device, subscription)];
    const endpoint = snapshot.endpoints.get(subscription.endpointId ?? "");
    return endpoint ? [planSubscribed(endpoint, subscription)] : [];
  });
  if (deliveries.length > 0) return { deliveries, discardReason: null };
  return { deliveries, discardReason: `No subscription's event types and filter match ${event.eventType}.` };
}

const NOBODY = "No subscription takes events from here.";

/** A subscription that names a source takes only what comes from there, whoever it is for. */
function candidatesOf(
  target: EventTarget,
  sourceId: string | null,
  snapshot: ProjectSnapshot,
): readonly SubscriptionPlan[] {
  return subscribersOf(target, snapshot).filter((one) => one.sourceId === null || one.sourceId === sourceId);
}

function subscribersOf(target: EventTarget, snapshot: ProjectSnapshot): readonly SubscriptionPlan[] {
  if ("endpoint_id" in target) return snapshot.byEndpoint.get(target.endpoint_id) ?? [];
  if ("owner_id" in target) return snapshot.byOwner.get(target.owner_id) ?? [];
  return [...snapshot.subscriptions.values()].filter((subscription) => subscription.deviceId === null);
}

/**
 * Whether a device's subscription gets to see an event: of its source, or of all where it names none; and in an outgoing
 * project what is for the endpoint that the device stands in for, or everything where it stands in for none.
 */
function hears(
  { sourceId, deviceId }: SubscriptionPlan,
  { target, ...event }: IncomingEvent,
  snapshot: ProjectSnapshot,
): boolean {
  if (sourceId !== null && sourceId !== event.sourceId) return false;
  const standsInFor = snapshot.devices.get(deviceId ?? "")?.endpointId;
  if (!target || !standsInFor) return true;
  if ("endpoint_id" in target) return target.endpoint_id === standsInFor;
  if ("owner_id" in target) return target.owner_id === snapshot.endpoints.get(standsInFor)?.ownerId;
  return true;
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

/** Plans of the subscriptions of a snapshot, which never change: the same for every event. */
const planned = new WeakMap<SubscriptionPlan, PlannedDelivery>();

function planSubscribed(endpoint: EndpointPlan, subscription: SubscriptionPlan): PlannedDelivery {
  const known = planned.get(subscription);
  if (known) return known;
  const plan = planDelivery(endpoint, subscription, subscription.retry);
  planned.set(subscription, plan);
  return plan;
}

function planDelivery(
  endpoint: EndpointPlan,
  subscription: SubscriptionPlan | null,
  retry: RetryPolicy,
): PlannedDelivery {
  const ownLane = subscription?.hasRateLimit ? subscription.id : null;
  return {
    endpointId: endpoint.id,
    deviceId: null,
    subscriptionId: subscription?.id ?? null,
    function: subscription?.function ?? null,
    retry,
    laneId: ownLane ?? endpoint.id,
    isMetered: ownLane !== null || endpoint.rateLimit > 0 || endpoint.maxInFlight > 0 || endpoint.ordering !== null,
    orderingPath: endpoint.ordering?.path ?? null,
    ...stateAt(endpoint),
  };
}

/** It waits in the device's lane until it is pulled. */
function planPull(device: DevicePlan, subscription: SubscriptionPlan): PlannedDelivery {
  return {
    endpointId: null,
    deviceId: device.id,
    subscriptionId: subscription.id,
    function: subscription.function,
    retry: subscription.retry,
    laneId: subscription.hasRateLimit ? subscription.id : device.id,
    isMetered: subscription.hasRateLimit,
    orderingPath: null,
    ...(device.state !== "enabled"
      ? { kind: "discarded", description: "Not sent: the device is disabled." }
      : { kind: "held", description: `Waiting for device ${device.hostName}.` }),
  };
}

/** The endpoint's or the device's id. */
export function destinationOf({ endpointId, deviceId }: Pick<PlannedDelivery, "endpointId" | "deviceId">): string {
  return endpointId ?? deviceId ?? "";
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
