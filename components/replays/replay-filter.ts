import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

const UNSAID: DeliveryStatus[] = ["Failure", "Discarded"];

/** The filters of the deliveries' list as a replay takes them, without unset ones. */
export function toReplayFilter(values: ListEventDeliveries) {
  const { status, endpointId, deviceId, eventId, event_type, idempotencyKey, subscriptionId, startDate, endDate } =
    values;
  return {
    status: status.length > 0 ? status : UNSAID,
    endpointId,
    ...(deviceId.length > 0 && { deviceId }),
    ...(eventId && { eventId }),
    ...(event_type && { event_type }),
    ...(idempotencyKey && { idempotencyKey }),
    ...(subscriptionId && { subscriptionId }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
}

export type WantedFilter = ReturnType<typeof toReplayFilter>;
