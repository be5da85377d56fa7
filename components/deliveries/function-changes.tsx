"use client";

import { useQuery } from "@tanstack/react-query";
import { DiffView } from "@/components/code/diff-view";
import { writeHeaders } from "@/components/code/write-headers";
import { eventRead } from "@/components/events/queries";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

type FunctionChangesProps = { delivery: EventDelivery; text: string };

/** What functions on its way made of the event: nothing is shown if it is sent as it was received. */
export default function FunctionChanges({ delivery, text }: FunctionChangesProps) {
  const { data: event } = useQuery(eventRead(delivery.project_id, delivery.event_id));
  if (event?.raw === undefined) return null;
  const before = writeHeaders(event.headers ?? {});
  const after = writeHeaders(delivery.headers ?? {});
  if (event.raw === text && before === after) return null;
  return (
    <section aria-label="Changed by functions" className="space-y-2">
      <h3 className="font-medium text-sm">Changed by functions</h3>
      <p className="text-ink-muted text-sm">From the event as it was received to what is sent.</p>
      {event.raw !== text && <DiffView before={event.raw} after={text} what="Changes of the payload" />}
      {before !== after && <DiffView before={before} after={after} what="Changes of the headers" />}
    </section>
  );
}
