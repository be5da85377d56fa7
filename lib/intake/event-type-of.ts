import { ownField } from "@/lib/filter/own-field";
import type { EventTypeFrom } from "@/lib/nouns/sources/schemas";
import { soleHeader } from "@/lib/providers/verification/received";
import type { SourceConfig } from "@/lib/snapshots/snapshot";
import { ExactNumber } from "@/lib/wire/exact-json";
import { EventType } from "@/lib/wire/fields";

/** The type of an event that names none. */
export const DEFAULT_EVENT_TYPE = "webhook.received";

/**
 * The type of a received event: the value at the place that its source names; else what its provider says, or without a
 * provider the header `X-Event-Type`, or the field `event_type` or `type` of its body; else `webhook.received`. Values
 * that cannot be an event type are skipped; a number counts as one, by its value. `ofProvider` says what the provider
 * of the source does.
 */
export function eventTypeOf(
  source: SourceConfig,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: () => unknown,
  ofProvider: () => string | null = () => null,
): string {
  const candidates: (() => unknown)[] = source.provider
    ? [ofProvider]
    : [() => soleHeader(headers, "x-event-type"), () => ownField(body(), "event_type"), () => ownField(body(), "type")];
  const { eventTypeFrom } = source;
  if (eventTypeFrom) candidates.unshift(() => readEventType(eventTypeFrom, headers, body));
  for (const candidate of candidates) {
    const written = candidate();
    const found = typeof written === "string" ? EventType.safeParse(written) : null;
    if (found?.success) return found.data;
  }
  return DEFAULT_EVENT_TYPE;
}

function readEventType(
  from: EventTypeFrom,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: () => unknown,
): unknown {
  if (from.header !== undefined) return soleHeader(headers, from.header);
  if (from.body !== undefined) {
    const found = from.body.split(".").reduce(ownField, body());
    return found instanceof ExactNumber ? found.canonical : typeof found === "number" ? String(found) : found;
  }
  return from.fixed;
}
