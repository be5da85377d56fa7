"use client";

import { useByNow } from "@/components/time/clock";
import { formatExact, formatRelative } from "@/components/time/format-time";
import { useZone } from "@/components/time/use-zone";
import { nameOffset } from "@/components/time/zone";
import { cn } from "@/components/ui/class-names";
import { Tooltip } from "@/components/ui/tooltip";

type TimeProps = { at: string | null; none?: string; className?: string };

/** A moment relative to now, with the exact time on hover and for machines. */
export function RelativeTime({ at, none = "–", className }: TimeProps) {
  const told = useByNow((now) => at && formatRelative(new Date(at), now));
  if (at === null) return <span className={cn("text-ink-muted", className)}>{none}</span>;
  return (
    <Tooltip content={<ExactTimes at={at} />}>
      <time dateTime={at} className={cn("whitespace-nowrap", className)}>
        {told}
      </time>
    </Tooltip>
  );
}

/** Date and time to the millisecond in the chosen zone, which stands beside it, or below it where both do not fit. */
export function ExactTime({ at, none = "–", className }: TimeProps) {
  const zone = useZone();
  if (at === null) return <span className={cn("text-ink-muted", className)}>{none}</span>;
  return (
    <time dateTime={at} title={at} className={className}>
      <span className="whitespace-nowrap">{formatExact(new Date(at), zone)}</span>{" "}
      <span className="whitespace-nowrap text-ink-muted">{nameOffset(new Date(at), zone)}</span>
    </time>
  );
}

function ExactTimes({ at }: { at: string }) {
  const zone = useZone();
  const date = new Date(at);
  return (
    <span className="grid grid-cols-[auto_auto] gap-x-3 whitespace-nowrap">
      <span className="text-ink-muted">{zone}</span>
      <span>{formatExact(date, zone)}</span>
      {zone !== "UTC" && (
        <>
          <span className="text-ink-muted">UTC</span>
          <span>{formatExact(date, "UTC")}</span>
        </>
      )}
    </span>
  );
}
