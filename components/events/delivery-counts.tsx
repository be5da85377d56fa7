"use client";

import { useHoldingEndpoints } from "@/components/endpoints/queries";
import { countShown } from "@/components/events/count-shown";
import { TONE_TEXT } from "@/components/status/status-badge";
import { DELIVERY_LOOK, HELD_LOOK } from "@/components/status/status-words";
import { cn } from "@/components/ui/class-names";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import type { Event } from "@/lib/nouns/events/schemas";

const LOOKS = { Held: HELD_LOOK, ...DELIVERY_LOOK };
const ORDER = ["Held", ...DELIVERY_STATUSES] as const;

/** The deliveries of an event by status: an icon and a number for each. */
export function DeliveryCounts({ event }: { event: Event }) {
  const counts = countShown(event, useHoldingEndpoints(event.project_id));
  const shown = ORDER.filter((status) => (counts[status] ?? 0) > 0);
  if (shown.length === 0) return <span className="text-ink-muted">–</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-2.5 align-middle">
      {shown.map((status) => {
        const { icon: Icon, tone, word } = LOOKS[status];
        return (
          <span key={status} title={word} className={cn("inline-flex items-center gap-1", TONE_TEXT[tone])}>
            <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
            {counts[status]}
            <span className="sr-only">{word}</span>
          </span>
        );
      })}
    </span>
  );
}
