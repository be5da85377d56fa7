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
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { DeviceConfig, FunctionConfig, ProjectSnapshot, SubscriptionConfig } from "@/lib/snapshots/snapshot";
import { parsePairs, parsePayload } from "@/lib/wire/parse-payload";

/** One delivery of a planned event: `held` waits in the queue, `discarded` is only recorded. */
export type PlannedDelivery = Readonly<{
  destination: Destination;
  /** Null if the event names its endpoint, and that has no subscription for it. */
  subscriptionId: string | null;
  /** The subscription's function, which runs before the delivery is made. */
  function: FunctionConfig | null;
  retry: RetryPolicy;
  laneId: string;
  /** It has bounds over all workers: it is leased by a claim, never within its commit. */
  isMetered: boolean;
  /** The path of the ordering key in its payload, if it is ordered. */
  orderingPath: string | null;
  kind: "due" | "held" | "discarded";
  description: string;
}>;

/** `reason` says why nothing is sent: no deliveries, or only discarded ones. */
export type EventPlan = { deliveries: PlannedDelivery[]; reason: NotDelivered | null };

/** The recipients of an event, before any event type or filter is checked. */
export type Audience = {
  /** The endpoint that the event names, if no subscription of it applies. */
  readonly direct: EndpointConfig | null;
  /** Ordered by id, those of devices last. */
  readonly subscriptions: readonly SubscriptionConfig[];
};

const NOBODY: readonly SubscriptionConfig[] = [];

/** Plans the deliveries of an event under a snapshot. Pure; the body is parsed only if a filter asks for it. */
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
 * Finds the recipients of an event, or why it has none. In an outgoing project an event that names an endpoint is
 * delivered there by the endpoint's subscriptions that apply, or if there are none by the project's retry settings.
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

/** Plans the deliveries of the subscriptions that take an event; none for one whose endpoint is gone. */
export function planDeliveries(taking: readonly SubscriptionConfig[], snapshot: ProjectSnapshot): PlannedDelivery[] {
  return taking.flatMap((subscription) => {
    const device = snapshot.devices.get(subscription.deviceId ?? "");
    if (device) return [planPull(device, subscription)];
    const endpoint = snapshot.endpoints.get(subscription.endpointId ?? "");
    return endpoint ? [planDelivery(endpoint, subscription, subscription.retry)] : [];
  });
}

/** Explains why an event has no delivery although it has possible recipients. */
export function explainUntaken(event: IncomingEvent, { subscriptions }: Audience, taking: number): NotDelivered {
  return taking > 0 ? ENDPOINT_DELETED : explainRefusal(event, subscriptions);
}

function namedEndpoint(target: EventTarget | null): string | null {
  return target && "endpoint_id" in target ? target.endpoint_id : null;
}

/** A subscription that names a source takes only events of that source, whatever their target. */
function candidatesOf({ target, sourceId }: IncomingEvent, snapshot: ProjectSnapshot): readonly SubscriptionConfig[] {
  if (!target) return snapshot.bySource.get(sourceId ?? "") ?? NOBODY;
  return subscribersOf(target, snapshot).filter((one) => one.sourceId === null || one.sourceId === sourceId);
}

function subscribersOf(target: EventTarget, snapshot: ProjectSnapshot): readonly SubscriptionConfig[] {
  if ("endpoint_id" in target) return snapshot.byEndpoint.get(target.endpoint_id) ?? [];
  if ("owner_id" in target) return snapshot.byOwner.get(target.owner_id) ?? [];
  return snapshot.toEndpoints;
}

/**
 * Whether a device's subscription receives an event: events of its source, or of all sources if it names none; and in
 * an outgoing project the events of the endpoint that the device stands in for, or all events if it stands in for none.
 * It never receives events that are directly for one endpoint.
 */
function hears(
  { sourceId, deviceId }: SubscriptionConfig,
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

/** Creates the check whether a subscription takes this event. Parses the event once, at the first filter. */
export function createMatcher(event: IncomingEvent): (subscription: SubscriptionConfig) => boolean {
  let input: Parameters<NonNullable<SubscriptionConfig["filter"]>>[0] | null = null;
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

export function planDirect(endpoint: EndpointConfig, { retry }: ProjectSnapshot): PlannedDelivery {
  return planDelivery(endpoint, null, retry);
}

function planDelivery(
  endpoint: EndpointConfig,
  subscription: SubscriptionConfig | null,
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

function isBounded({ rateLimit, maxInFlight, ordering }: EndpointConfig): boolean {
  return rateLimit > 0 || maxInFlight > 0 || ordering !== null;
}

/** The delivery waits in the device's lane until it is pulled. */
function planPull(device: DeviceConfig, subscription: SubscriptionConfig): PlannedDelivery {
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

function stateAt({ status }: EndpointConfig): Pick<PlannedDelivery, "kind" | "description"> {
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
