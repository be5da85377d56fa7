import { DELIVERY_STATUSES, type DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

const UNSAID: DeliveryStatus[] = ["Failure", "Discarded"];

/** The filters of the deliveries' list as a replay takes them, without unset ones. */
export function toReplayFilter(values: ListEventDeliveries) {
  const { status, endpointId, deviceId, eventId, event_type, idempotencyKey, subscriptionId, incidentId } = values;
  const { startDate, endDate } = values;
  return {
    status: status.length > 0 ? status : UNSAID,
    endpointId,
    ...(deviceId.length > 0 && { deviceId }),
    ...(eventId && { eventId }),
    ...(event_type && { event_type }),
    ...(idempotencyKey && { idempotencyKey }),
    ...(subscriptionId && { subscriptionId }),
    ...(incidentId && { incidentId }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
}

/** The filters of the deliveries' list as parameters, all statuses named where it has none. */
export function toFilterQuery(values: ListEventDeliveries): Record<string, string> {
  const status = values.status.length > 0 ? values.status : DELIVERY_STATUSES;
  const filter = Object.entries(toReplayFilter({ ...values, status: [...status] }));
  const named = filter.map(([name, value]) => [name, [value].flat().join(",")] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== ""));
}

/**
 * The query of the page that creates a replay of exactly the deliveries that a list finds, on all of its pages. A list
 * without a status shows every status, while a replay without one takes Failure and Discarded: so they are all named.
 */
export function toReplaySearch(values: ListEventDeliveries): string {
  return new URLSearchParams(toFilterQuery(values)).toString();
}

export type WantedFilter = ReturnType<typeof toReplayFilter>;
