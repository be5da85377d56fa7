import type { Logger } from "@/lib/kernel/log";
import { count } from "@/lib/metrics/meter";
import { destinationId } from "@/lib/queue/destination";
import type { DeliveryWork } from "@/lib/queue/work";
import type { AttemptResult } from "@/lib/sending/result";

/** Logs how each attempt ended, at level `debug`. Costs nothing at any other level. */
export function tellTries(log: Logger, results: readonly AttemptResult[]): void {
  if (!log.isLevelEnabled("debug")) return;
  for (const { work, sent, outcome, trace } of results) {
    log.debug(
      {
        kind: work.destination.kind === "meta" ? "meta_event" : "delivery",
        project: work.projectId,
        event: work.eventId,
        delivery: work.deliveryId,
        [work.destination.kind === "device" ? "device" : "endpoint"]: destinationId(work.destination),
        number: work.numTrials + 1,
        outcome: outcome.kind,
        status: sent.status,
        error_code: sent.error?.code ?? null,
        duration_ms: Math.round(sent.durationMs),
        ...trace,
      },
      "an attempt ended",
    );
  }
}

/** Counts and logs a delivery that could not be sent when its turn came. */
export function tellDiscarded(log: Logger, { projectId, eventId, deliveryId, destination }: DeliveryWork): void {
  count("hookyard_deliveries_discarded_total", null);
  const ids = { project: projectId, event: eventId, delivery: deliveryId };
  log.debug({ ...ids, [destination.kind]: destinationId(destination) }, "a delivery was discarded");
}
