import type { KnownNames } from "@/components/filter-bar/term-kinds";
import { writeAmount, writeDates, writeNames, writeTerm } from "@/components/filter-bar/write-terms";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

/** The filters of a list as one types them; typed, they are the same filters again. */
export function writeDeliveryTerms(values: ListEventDeliveries, { choices }: KnownNames): string {
  const { subscriptionId } = values;
  const terms = [
    writeTerm("status", values.status),
    writeTerm("code", values.code),
    writeNames("endpoint", values.endpointId, choices.endpoint),
    writeNames("device", values.deviceId, choices.device),
    writeNames("source", values.sourceId, choices.source),
    writeNames("subscription", subscriptionId === undefined ? [] : [subscriptionId], choices.subscription),
    writeTerm("type", values.event_type),
    writeAmount("attempts", values.minAttempts, values.maxAttempts),
    writeAmount("latency", values.minLatency, values.maxLatency, "s"),
    writeTerm("owner", values.ownerId),
    writeTerm("key", values.idempotencyKey),
    writeTerm("event", values.eventId),
    writeTerm("incident", values.incidentId),
    writeDates(values),
  ];
  return terms.flat().join(" ");
}
