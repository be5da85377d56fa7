import { type EventRow, toDeliveryRows } from "@/lib/intake/event-rows";
import { DUPLICATE } from "@/lib/intake/not-delivered";
import { findAudience, planEvent } from "@/lib/intake/plan-event";
import type { IncomingEvent, RecordedEvent } from "@/lib/intake/recorder";
import { type Ahead, hasSourceFunctions } from "@/lib/intake/route-ahead";
import { newId } from "@/lib/kernel/ids";
import type { Dispatch } from "@/lib/queue/dispatch";
import type { ProjectCore, ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** The router routes events with more deliveries than this, so that a fan-out delays no other event's commit. */
const MAX_INLINE_DELIVERIES = 32;
/** The router also routes events with more subscriptions to match than this. */
const MAX_INLINE_MATCHES = 1_000;

/**
 * Plans an event under a snapshot. Routes anew what was routed by another version. Leaves the event to the router if
 * only the core of a configuration is known.
 */
export function planRow(
  event: IncomingEvent,
  ahead: Ahead | null,
  snapshot: ProjectSnapshot | ProjectCore,
  dispatch: Dispatch | null,
): EventRow {
  if (isToBeKept(ahead, snapshot)) {
    const { id, status, reason, functionVersions } = ahead;
    return {
      id,
      event,
      status,
      reason,
      isDuplicate: false,
      functionVersions,
      deliveries: toDeliveryRows(event, ahead.deliveries, dispatch),
    };
  }
  const later = planLater(event);
  if (event.refusal !== undefined || !("subscriptions" in snapshot)) return later;
  const audience = findAudience(event, snapshot);
  if ("subscriptions" in audience && audience.subscriptions.length > MAX_INLINE_MATCHES) return later;
  const { deliveries, reason } = planEvent(event, snapshot, audience);
  const needsFunctions = hasSourceFunctions(event, snapshot) || deliveries.some((delivery) => delivery.function);
  if (deliveries.length > MAX_INLINE_DELIVERIES || needsFunctions) return later;
  return {
    ...later,
    status: deliveries.length === 0 ? "Discarded" : "Success",
    reason,
    deliveries: toDeliveryRows(event, deliveries, dispatch),
  };
}

function isToBeKept(ahead: Ahead | null, { version }: Pick<ProjectCore, "version">): ahead is Ahead {
  return ahead?.version === version && ahead.deliveries.length <= MAX_INLINE_DELIVERIES;
}

/** The row of an event that is left to the router, or that can be no event: the same under every configuration. */
export function planLater(event: IncomingEvent): EventRow {
  const row = { id: newId(), event, isDuplicate: false, deliveries: [], functionVersions: null };
  if (event.refusal === undefined) return { ...row, status: "Pending", reason: null };
  return { ...row, status: "Failure", reason: { code: "not_an_event", message: event.refusal } };
}

/** Marks an event that turned out to be accepted before: it is stored and sent nowhere. */
export function markDuplicate(row: EventRow): void {
  row.isDuplicate = true;
  row.status = "Discarded";
  row.reason = DUPLICATE;
  row.deliveries = [];
  row.functionVersions = null;
}

/** The answer for a committed row. */
export function toRecorded({ id, isDuplicate, status, reason, deliveries }: EventRow): RecordedEvent {
  const sent = status === "Pending" ? null : deliveries.filter(({ plan }) => plan.kind !== "discarded").length;
  return { uid: id, isDuplicate, deliveries: sent, reason: sent === 0 ? reason : null };
}
