import type { EventRow } from "@/lib/intake/event-rows";
import { count, observe } from "@/lib/metrics/meter";

type Outcome = "routed" | "inbox" | "duplicate" | "unsent" | "refused";

/** Counts a batch that was committed. */
export function countCommit(rows: readonly EventRow[], startedAt: number): void {
  observe("hookyard_commit_seconds", null, (performance.now() - startedAt) / 1_000);
  observe("hookyard_commit_events", null, rows.length);
  const outcomes = new Map<Outcome, number>();
  let deliveries = 0;
  for (const row of rows) {
    const outcome = outcomeOf(row);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    deliveries += row.deliveries.length;
  }
  for (const [outcome, events] of outcomes) count("hookyard_events_committed_total", { outcome }, events);
  if (deliveries > 0) count("hookyard_deliveries_created_total", null, deliveries);
}

function outcomeOf({ status, isDuplicate }: EventRow): Outcome {
  if (isDuplicate) return "duplicate";
  return OUTCOMES[status];
}

const OUTCOMES = {
  Pending: "inbox",
  Success: "routed",
  Discarded: "unsent",
  Failure: "refused",
} as const satisfies Record<EventRow["status"], Outcome>;
