import { DELIVERY_GRAMMAR } from "@/components/deliveries/delivery-terms";
import type { KnownNames } from "@/components/filter-bar/term-kinds";
import { writeFields, writePairs } from "@/components/filter-bar/write-search";
import { writeAmount, writeDates, writeNames, writeTerm } from "@/components/filter-bar/write-terms";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { readWords } from "@/lib/nouns/events/search-conditions";

/** The filters of a list as one types them; typed, they are the same filters again. Null where one cannot be typed. */
export function writeDeliveryTerms(values: ListEventDeliveries, { choices }: KnownNames): string | null {
  const fields = writeFields(values.body, DELIVERY_GRAMMAR.terms);
  const isTypable = fields !== null && !(values.held && values.status.length > 0);
  if (!isTypable) return null;
  const { subscriptionId } = values;
  const terms = [
    writeTerm("status", values.held ? "held" : values.status),
    writeTerm("code", values.code),
    writeNames("endpoint", values.endpointId, choices.endpoint),
    writeNames("device", values.deviceId, choices.device),
    writeNames("source", values.sourceId, choices.source),
    writeNames("subscription", subscriptionId === undefined ? [] : [subscriptionId], choices.subscription),
    writeTerm("type", values.event_type),
    writeAmount("attempts", values.minAttempts, values.maxAttempts),
    writeAmount("latency", values.minLatency, values.maxLatency, "s"),
    writeTerm("owner", values.ownerId),
    writeTerm("endpoint-tag", values.endpointTag),
    writeTerm("key", values.idempotencyKey),
    writeTerm("external", values.externalId),
    writeTerm("tag", values.tag),
    writeTerm("event", values.eventId),
    writeTerm("incident", values.incidentId),
    writePairs("header", values.header),
    fields,
    writeDates(values),
    // In quotes, for a word alone is read as something else.
    readWords(values.q ?? "").map((word) => (word.includes('"') ? word : `"${word}"`)),
  ];
  return terms.flat().join(" ");
}
