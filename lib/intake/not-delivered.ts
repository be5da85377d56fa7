import { matchesEventType } from "@/lib/filter/event-type";
import type { PlannedDelivery } from "@/lib/intake/plan-event";
import type { IncomingEvent } from "@/lib/intake/recorder";
import type { NotDeliveredCode } from "@/lib/kernel/vocabulary";
import { destinationId } from "@/lib/queue/destination";
import type { ProjectSnapshot, SubscriptionConfig } from "@/lib/snapshots/snapshot";

/** Why an event is not delivered: a code for programs, and a sentence that says what to do. */
export type NotDelivered = Readonly<{ code: NotDeliveredCode; message: string }>;

const SHOWN_TYPES = 5;

/** Explains why an event without any subscription goes nowhere. */
export function explainNobody({ target }: IncomingEvent, snapshot: ProjectSnapshot): NotDelivered {
  const none = (message: string): NotDelivered => ({ code: "no_subscription", message });
  if (!target) return none("No subscription takes events from this source. Create one.");
  if ("endpoint_id" in target) {
    const name = snapshot.endpoints.get(target.endpoint_id)?.name ?? "";
    return none(`No subscription leads to the endpoint ${name}. Create one.`);
  }
  if ("owner_id" in target) {
    const { owner_id: owner } = target;
    if (snapshot.owners.has(owner)) {
      return none(`No endpoint with the owner_id ${owner} has a subscription that takes events from here. Create one.`);
    }
    return {
      code: "no_endpoint_with_owner",
      message: `No endpoint has the owner_id ${owner}. Check it, or create the endpoint.`,
    };
  }
  if (snapshot.endpoints.size > 0)
    return none("No endpoint has a subscription that takes events from here. Create one.");
  return { code: "no_endpoint", message: "The project has no endpoint to broadcast to. Create one." };
}

/** Explains why none of the candidate subscriptions took an event. */
export function explainRefusal(
  { eventType }: IncomingEvent,
  subscriptions: readonly SubscriptionConfig[],
): NotDelivered {
  if (subscriptions.some(({ eventTypes }) => matchesEventType(eventTypes, eventType))) {
    return {
      code: "filter_refused",
      message: `The filter of each subscription that takes ${eventType} refuses this event. Compare it with the filter.`,
    };
  }
  const taken = new Set<string>();
  for (const type of subscriptions.flatMap(({ eventTypes }) => eventTypes)) {
    if (taken.size === SHOWN_TYPES) break;
    taken.add(type);
  }
  return {
    code: "event_type_not_taken",
    message: `No subscription takes the event type ${eventType}; taken are ${[...taken].join(", ")}. Add it to one.`,
  };
}

/** Explains why all deliveries were recorded as Discarded; null if any is sent, or there are none. */
export function explainDiscarded(
  deliveries: readonly PlannedDelivery[],
  snapshot: ProjectSnapshot,
): NotDelivered | null {
  const [first] = deliveries;
  if (!first || deliveries.some(({ kind }) => kind !== "discarded")) return null;
  const code = deliveries.some(({ destination }) => destination.kind === "endpoint")
    ? "endpoint_inactive"
    : "device_disabled";
  if (deliveries.length > 1) {
    const message = `All ${deliveries.length} destinations are off: the deliveries are recorded as Discarded. Switch them on, then resend the deliveries.`;
    return { code, message };
  }
  const id = destinationId(first.destination);
  const [what, verb] =
    first.destination.kind === "endpoint"
      ? [`The endpoint ${snapshot.endpoints.get(id)?.name ?? ""} is inactive`, "Activate"]
      : [`The device ${snapshot.devices.get(id)?.hostName ?? ""} is disabled`, "Enable"];
  return { code, message: `${what}: the delivery is recorded as Discarded. ${verb} it, then resend the delivery.` };
}

export const DUPLICATE: NotDelivered = {
  code: "duplicate",
  message: "A duplicate: an event with this idempotency key was accepted before.",
};

export const ENDPOINT_DELETED: NotDelivered = { code: "endpoint_deleted", message: "The endpoint was deleted." };

export const PROJECT_DELETED: NotDelivered = { code: "project_deleted", message: "The project was deleted." };

export const FUNCTION_DROPPED: NotDelivered = {
  code: "function_dropped",
  message: "The subscription's function returned null, which skips the event.",
};

export const ALREADY_DELIVERED: NotDelivered = {
  code: "already_delivered",
  message:
    "The replay made no delivery: every destination that takes the event has it, or is about to get it. Force it to send it again.",
};
