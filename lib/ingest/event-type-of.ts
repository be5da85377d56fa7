import { EventType } from "@/lib/fields";
import { ownField } from "@/lib/filter/own-field";
import { providers } from "@/lib/ingest/providers/providers";
import type { SourcePlan } from "@/lib/snapshots/snapshot";

/** The type of an event that does not tell its own. */
export const DEFAULT_EVENT_TYPE = "webhook.received";

/**
 * The type of a received event: what its provider says; else the header `X-Event-Type`; else the field `event_type` or
 * `type` of its body; else `webhook.received`. What cannot be an event type is passed over.
 */
export function eventTypeOf(
  source: SourcePlan,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: () => unknown,
): string {
  const provider = source.provider ? providers[source.provider] : null;
  const candidates = provider
    ? [() => provider.eventTypeOf?.(headers, body())]
    : [() => headers["x-event-type"], () => ownField(body(), "event_type"), () => ownField(body(), "type")];
  for (const candidate of candidates) {
    const found = EventType.safeParse(candidate());
    if (found.success) return found.data;
  }
  return DEFAULT_EVENT_TYPE;
}
