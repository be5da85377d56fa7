"use client";

import { Sparkline } from "@/components/charts/sparkline";
import { totalOf } from "@/components/charts/total-of";
import { Figure } from "@/components/data-table/figure";
import { formatSuccess } from "@/components/endpoints/format-rate";
import { type SubscriptionDay, useSubscriptionDay } from "@/components/subscriptions/subscription-days";
import { cn } from "@/components/ui/class-names";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";

type CellProps = { subscription: Subscription };

/** Deliveries that the subscription made in the last day, by the hour. */
export function DayCell({ subscription }: CellProps) {
  const day = useSubscriptionDay(subscription.uid);
  if (!day) return null;
  return (
    <Sparkline counts={day.deliveries} ink="accent" label={`${count(matched(day))} matched in 24 hours, by the hour`} />
  );
}

export function MatchedCell({ subscription }: CellProps) {
  const day = useSubscriptionDay(subscription.uid);
  return day ? <Figure value={matched(day)} /> : null;
}

export function SuccessCell({ subscription }: CellProps) {
  const rate = useSubscriptionDay(subscription.uid)?.success_rate;
  if (rate === undefined) return null;
  if (rate === null) return <Figure value={0} />;
  return <span className={cn(rate <= 50 && "font-medium text-failure")}>{formatSuccess(rate)}</span>;
}

export function WaitingCell({ subscription }: CellProps) {
  const day = useSubscriptionDay(subscription.uid);
  return day ? <Figure value={day.waiting} /> : null;
}

/** What the card of a phone says of the last day; an empty line until it is known, so that no card grows then. */
export function DayWords({ subscription }: CellProps) {
  const day = useSubscriptionDay(subscription.uid);
  if (!day) return "\u00a0";
  return (
    <span className="text-ink-muted">
      {count(matched(day))} matched
      {day.success_rate !== null && `, ${formatSuccess(day.success_rate)}`}
      {day.waiting > 0 && `, ${count(day.waiting)} waiting`}
    </span>
  );
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function matched({ deliveries }: SubscriptionDay): number {
  return totalOf(deliveries);
}
