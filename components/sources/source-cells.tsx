"use client";

import { Sparkline } from "@/components/charts/sparkline";
import { totalOf } from "@/components/charts/total-of";
import { Figure } from "@/components/data-table/figure";
import { useSourceDay } from "@/components/sources/source-days";
import { StatusMark } from "@/components/status/status-badge";
import { SOURCE_LOOK, SOURCE_STATE_LOOK } from "@/components/status/status-words";
import { RelativeTime } from "@/components/time/time";
import type { Source } from "@/lib/nouns/sources/schemas";

type CellProps = { source: Source };

/** Whether it takes events; of a source that Hookyard reads itself, how its connection is, and what it fails for. */
export function StatusCell({ source }: CellProps) {
  const day = useSourceDay(source.uid);
  const look = source.is_disabled ? SOURCE_LOOK.disabled : SOURCE_LOOK.enabled;
  if (!day || source.is_disabled || day.state === "listening") return <StatusMark look={look} />;
  const ofState = SOURCE_STATE_LOOK[day.state];
  return (
    <span title={day.error ?? ofState.meaning}>
      <StatusMark look={ofState} />
    </span>
  );
}

/** Events of the last day by the hour. */
export function DayCell({ source }: CellProps) {
  const day = useSourceDay(source.uid);
  if (!day) return null;
  return (
    <Sparkline
      counts={day.events}
      ink="accent"
      label={`${count(totalOf(day.events))} events in 24 hours, by the hour`}
    />
  );
}

/** Events of the last day, and of the hour in it that is the present one. */
export function RateCell({ source }: CellProps) {
  const day = useSourceDay(source.uid);
  if (!day) return null;
  const total = totalOf(day.events);
  if (total === 0) return <Figure value={0} />;
  return <span title={`${count(day.events.at(-1) ?? 0)} in this hour`}>{count(total)}</span>;
}

export function LastEventCell({ source }: CellProps) {
  const day = useSourceDay(source.uid);
  return day ? <RelativeTime at={day.last_event_at} none="Never" className="text-ink-muted" /> : null;
}

export function RefusedCell({ source }: CellProps) {
  const refused = useSourceDay(source.uid)?.refused;
  if (refused === undefined) return null;
  return refused === 0 ? <Figure value={0} /> : <span className="font-medium text-failure">{count(refused)}</span>;
}

/** What the card of a phone says of the last day. */
export function DayWords({ source }: CellProps) {
  const day = useSourceDay(source.uid);
  if (!day) return null;
  return (
    <span className="text-ink-muted">
      {count(totalOf(day.events))} in 24 hours
      {day.refused > 0 && <span className="text-failure">, {count(day.refused)} refused</span>}
    </span>
  );
}

function count(value: number): string {
  return value.toLocaleString("en");
}
