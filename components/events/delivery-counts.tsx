import { TONE_TEXT } from "@/components/status/status-badge";
import { DELIVERY_LOOK } from "@/components/status/status-words";
import { cn } from "@/components/ui/class-names";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import type { Event } from "@/lib/nouns/events/schemas";

/** The deliveries of an event by status: an icon and a number for each. */
export function DeliveryCounts({ counts }: { counts: Event["deliveries"] }) {
  const shown = DELIVERY_STATUSES.filter((status) => (counts?.[status] ?? 0) > 0);
  if (shown.length === 0) return <span className="text-ink-muted">–</span>;
  return (
    <span className="inline-flex gap-3 align-middle">
      {shown.map((status) => {
        const { icon: Icon, tone, word } = DELIVERY_LOOK[status];
        return (
          <span key={status} title={word} className={cn("inline-flex items-center gap-1", TONE_TEXT[tone])}>
            <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
            {counts?.[status]}
            <span className="sr-only">{word}</span>
          </span>
        );
      })}
    </span>
  );
}
