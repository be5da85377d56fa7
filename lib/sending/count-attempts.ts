import type { Clock } from "@/lib/kernel/clock";
import { count, observe } from "@/lib/metrics/meter";
import type { AttemptResult } from "@/lib/sending/result";

const STATUSES = { success: "Success", failure: "Failure" } as const;

/** Counts attempts whose outcomes are written. */
export function countAttempts(results: readonly AttemptResult[], clock: Clock): void {
  const now = clock.now().getTime();
  for (const { work, sent, outcome } of results) {
    const { kind } = work.destination;
    count("hookyard_attempts_total", { destination: kind, outcome: outcome.kind, result: resultOf(sent) });
    observe("hookyard_attempt_seconds", null, sent.durationMs / 1_000);
    if (outcome.kind === "retry" || kind === "meta") continue;
    count("hookyard_deliveries_finished_total", { status: STATUSES[outcome.kind] });
    if (outcome.kind === "success") {
      observe("hookyard_delivery_seconds", null, Math.max(0, now - work.createdAt) / 1_000);
    }
  }
}

/** `2xx` and the like, or the code of what went wrong. */
function resultOf({ status, error }: AttemptResult["sent"]): string {
  if (error) return error.code;
  return status === null ? "none" : `${Math.floor(status / 100)}xx`;
}
