import { matchesEventType } from "@/lib/filter/event-type";
import {
  ENDPOINT_DELETED,
  explainDiscarded,
  explainNobody,
  explainRefusal,
  type NotDelivered,
} from "@/lib/intake/not-delivered";
import type { EventTarget, IncomingEvent } from "@/lib/intake/recorder";
import type { Destination } from "@/lib/queue/destination";
import { laneOf } from "@/lib/queue/lane";
import type { RetryPolicy } from "@/lib/queue/work";
import type { DevicePlan, EndpointPlan, ProjectSnapshot, SubscriptionPlan } from "@/lib/snapshots/snapshot";
import { parsePairs, parsePayload } from "@/lib/wire/parse-payload";

/** One delivery that an event leads to: `held` waits in the queue, `discarded` is only recorded. */
export type PlannedDelivery = Readonly<{
  destination: Destination;
  /** Null when the event names its endpoint, which has no subscription for it. */
  subscriptionId: string | null;
  /** The subscription's function, to be run before the delivery is made. */
  function: string | null;
  retry: RetryPolicy;
  laneId: string;
  /** Bounds of it hold over all workers: it is leased by a claim, never within its commit. */
  isMetered: boolean;
  /** Where the key lies in its payload, if it is delivered in order. */
  orderingPath: string | null;
  kind: "due" | "held" | "discarded";
  description: string;
}>;

/** `reason` tells why nothing is sent: no deliveries, or only such as are discarded. */
export type EventPlan = { deliveries: PlannedDelivery[]; reason: NotDelivered | null };

/** Whom an event is for, before any event type or filter is asked. */
export type Audience = {
  /** The endpoint that it names, where that has no subscription it could come by. */
  readonly direct: EndpointPlan | null;
  /** In the order of their ids, those of devices last. */
  readonly subscriptions: readonly SubscriptionPlan[];
};

const NOBODY: readonly SubscriptionPlan[] = [];

/** Which deliveries an event leads to under a snapshot. Pure; its body is parsed only where a filter asks for it. */
export function planEvent(
  event: IncomingEvent,
  snapshot: ProjectSnapshot,
  audience: ReturnType<typeof findAudience>,
): EventPlan {
  if ("reason" in audience) return { deliveries: [], reason: audience.reason };
  const taking = audience.subscriptions.filter(createMatcher(event));
  const deliveries = planDeliveries(taking, snapshot);
  if (audience.direct) deliveries.unshift(planDirect(audience.direct, snapshot));
  if (deliveries.length > 0) return { deliveries, reason: explainDiscarded(deliveries, snapshot) };
  return { deliveries, reason: explainUntaken(event, audience, taking.length) };
}

/**
 * Whom an event is for, or why it is for nobody. In an outgoing project an event that names an endpoint is delivered there by
 * the endpoint's subscriptions that it could come by, or where there is none by the project's retry settings.
 */
export function findAudience(event: IncomingEvent, snapshot: ProjectSnapshot): Audience | { reason: NotDelivered } {
  const endpointId = namedEndpoint(event.target);
  const named = endpointId === null ? null : snapshot.endpoints.get(endpointId);
  if (named === undefined) return { reason: ENDPOINT_DELETED };

  const candidates = candidatesOf(event, snapshot);
  const listening = snapshot.listeners.filter((listener) => hears(listener, event, snapshot));
  const direct = named && candidates.length === 0 && snapshot.type === "outgoing" ? named : null;
  if (!direct && candidates.length === 0 && listening.length === 0) return { reason: explainNobody(event, snapshot) };
  return { direct, subscriptions: listening.length === 0 ? candidates : [...candidates, ...listening] };
}

/** The deliveries of subscriptions that take an event; none for one whose endpoint is gone. */
export function planDeliveries(taking: readonly SubscriptionPlan[], snapshot: ProjectSnapshot): PlannedDelivery[] {
  return taking.flatMap((subscription) => {
    const device = snapshot.devices.get(subscription.deviceId ?? "");
    if (device) return [planPull(device, subscription)];
    const endpoint = snapshot.endpoints.get(subscription.endpointId ?? "");
    return endpoint ? [planSubscribed(endpoint, subscription)] : [];
  });
}

/** Why an event leads to no delivery although there is somebody it could be for. */
export function explainUntaken(event: IncomingEvent, { subscriptions }: Audience, taking: number): NotDelivered {
  return taking > 0 ? ENDPOINT_DELETED : explainRefusal(event, subscriptions);
}

function namedEndpoint(target: EventTarget | null): string | null {
  return target && "endpoint_id" in target ? target.endpoint_id : null;
}

/** A subscription that names a source takes only what comes from there, whoever it is for. */
function candidatesOf({ target, sourceId }: IncomingEvent, snapshot: ProjectSnapshot): readonly SubscriptionPlan[] {
  if (!target) return snapshot.bySource.get(sourceId ?? "") ?? NOBODY;
  return subscribersOf(target, snapshot).filter((one) => one.sourceId === null || one.sourceId === sourceId);
}

function subscribersOf(target: EventTarget, snapshot: ProjectSnapshot): readonly SubscriptionPlan[] {
  if ("endpoint_id" in target) return snapshot.byEndpoint.get(target.endpoint_id) ?? [];
  if ("owner_id" in target) return snapshot.byOwner.get(target.owner_id) ?? [];
  return snapshot.toEndpoints;
}

/**
 * Whether a device's subscription gets to see an event: of its source, or of all where it names none; and in an outgoing
 * project what is for the endpoint that the device stands in for, or everything where it stands in for none. What is for
 * one endpoint alone it does not.
 */
function hears(
  { sourceId, deviceId }: SubscriptionPlan,
  { target, sourceId: from }: IncomingEvent,
  snapshot: ProjectSnapshot,
): boolean {
  if (target && "directly" in target) return false;
  if (sourceId !== null && sourceId !== from) return false;
  const standsInFor = snapshot.devices.get(deviceId ?? "")?.endpointId;
  return !target || !standsInFor || isFor(target, standsInFor, snapshot);
}

function isFor(target: EventTarget, endpointId: string, snapshot: ProjectSnapshot): boolean {
  if ("endpoint_id" in target) return target.endpoint_id === endpointId;
  if ("owner_id" in target) return target.owner_id === snapshot.endpoints.get(endpointId)?.ownerId;
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

/** What is planned for a subscription, or for an endpoint without one, is the same for every event, until either changes. */
const planned = new WeakMap<SubscriptionPlan | EndpointPlan, { endpoint: EndpointPlan; delivery: PlannedDelivery }>();

function planSubscribed(endpoint: EndpointPlan, subscription: SubscriptionPlan): PlannedDelivery {
  return planOnce(subscription, endpoint, () => planDelivery(endpoint, subscription, subscription.retry));
}

export function planDirect(endpoint: EndpointPlan, { retry }: ProjectSnapshot): PlannedDelivery {
  const delivery = planOnce(endpoint, endpoint, () => planDelivery(endpoint, null, retry));
  return delivery.retry === retry ? delivery : { ...delivery, retry };
}

function planOnce(
  key: SubscriptionPlan | EndpointPlan,
  endpoint: EndpointPlan,
  plan: () => PlannedDelivery,
): PlannedDelivery {
  const known = planned.get(key);
  if (known?.endpoint === endpoint) return known.delivery;
  const delivery = plan();
  planned.set(key, { endpoint, delivery });
  return delivery;
}

function planDelivery(
  endpoint: EndpointPlan,
  subscription: SubscriptionPlan | null,
  retry: RetryPolicy,
): PlannedDelivery {
  const destination = { kind: "endpoint", endpointId: endpoint.id } as const;
  const ownLane = subscription?.hasRateLimit ? subscription.id : null;
  return {
    destination,
    subscriptionId: subscription?.id ?? null,
    function: subscription?.function ?? null,
    retry,
    laneId: laneOf(destination, ownLane),
    isMetered: ownLane !== null || isBounded(endpoint),
    orderingPath: endpoint.ordering?.path ?? null,
    ...stateAt(endpoint),
  };
}

function isBounded({ rateLimit, maxInFlight, ordering }: EndpointPlan): boolean {
  return rateLimit > 0 || maxInFlight > 0 || ordering !== null;
}

/** It waits in the device's lane until it is pulled. */
function planPull(device: DevicePlan, subscription: SubscriptionPlan): PlannedDelivery {
  const destination = { kind: "device", deviceId: device.id } as const;
  return {
    destination,
    subscriptionId: subscription.id,
    function: subscription.function,
    retry: subscription.retry,
    laneId: laneOf(destination, subscription.hasRateLimit ? subscription.id : null),
    isMetered: subscription.hasRateLimit,
    orderingPath: null,
    ...(device.state !== "enabled"
      ? { kind: "discarded", description: "Not sent: the device is disabled." }
      : { kind: "held", description: `Waiting for device ${device.hostName}.` }),
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
