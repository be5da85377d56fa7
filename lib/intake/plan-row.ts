import { type EventRow, toDeliveryRows } from "@/lib/intake/event-rows";
import { DUPLICATE } from "@/lib/intake/not-delivered";
import { findAudience, planEvent } from "@/lib/intake/plan-event";
import type { IncomingEvent, RecordedEvent } from "@/lib/intake/recorder";
import { type Ahead, hasSourceFunctions } from "@/lib/intake/route-ahead";
import { newId } from "@/lib/kernel/ids";
import type { Dispatch } from "@/lib/queue/dispatch";
import type { ProjectCore, ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** More deliveries than this are left to the router, so that a fan-out delays nobody else's commit. */
const MAX_INLINE_DELIVERIES = 32;
/** And where more subscriptions than this would have to be asked first. */
const MAX_INLINE_MATCHES = 1_000;

/**
 * What is to be committed of an event under a snapshot; what was routed by another version is routed anew. While only the core
 * of a configuration is known, it is the router's.
 */
export function planRow(
  event: IncomingEvent,
  ahead: Ahead | null,
  snapshot: ProjectSnapshot | ProjectCore,
  dispatch: Dispatch | null,
): EventRow {
  if (isToBeKept(ahead, snapshot)) {
    const { id, status, reason } = ahead;
    return {
      id,
      event,
      status,
      reason,
      isDuplicate: false,
      deliveries: toDeliveryRows(event.projectId, ahead.deliveries, dispatch),
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
    deliveries: toDeliveryRows(event.projectId, deliveries, dispatch),
  };
}

function isToBeKept(ahead: Ahead | null, { version }: Pick<ProjectCore, "version">): ahead is Ahead {
  return ahead?.version === version && ahead.deliveries.length <= MAX_INLINE_DELIVERIES;
}

/** What is to be committed of an event that the router is to route, or that is none: the same by every configuration. */
export function planLater(event: IncomingEvent): EventRow {
  const row = { id: newId(), event, isDuplicate: false, deliveries: [] };
  if (event.refusal === undefined) return { ...row, status: "Pending", reason: null };
  return { ...row, status: "Failure", reason: { code: "not_an_event", message: event.refusal } };
}

/** Its event, as it turned out, was accepted before: it is kept and goes nowhere. */
export function markDuplicate(row: EventRow): void {
  row.isDuplicate = true;
  row.status = "Discarded";
  row.reason = DUPLICATE;
  row.deliveries = [];
}

/** What is answered for a row that was committed. */
export function toRecorded({ id, isDuplicate, status, reason, deliveries }: EventRow): RecordedEvent {
  const sent = status === "Pending" ? null : deliveries.filter(({ plan }) => plan.kind !== "discarded").length;
  return { uid: id, isDuplicate, deliveries: sent, reason: sent === 0 ? reason : null };
}
