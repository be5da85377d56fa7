import type { Dispatch } from "@/lib/delivery/dispatch";
import { newId } from "@/lib/ids";
import { type EventRow, toDeliveryRows } from "@/lib/ingest/event-rows";
import type { IncomingEvent, RecordedEvent } from "@/lib/ingest/recorder";
import { type Ahead, hasSourceFunctions } from "@/lib/ingest/route-ahead";
import { DUPLICATE } from "@/lib/routing/not-delivered";
import { findAudience, planEvent } from "@/lib/routing/plan-event";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** More deliveries than this are left to the router, so that a fan-out delays nobody else's commit. */
const MAX_INLINE_DELIVERIES = 32;
/** And where more subscriptions than this would have to be asked first. */
const MAX_INLINE_MATCHES = 1_000;

/** What is to be committed of an event under a snapshot; what was routed by another one is routed anew, by the router. */
export function planRow(
  event: IncomingEvent,
  ahead: Ahead | null,
  snapshot: ProjectSnapshot,
  dispatch: Dispatch | null,
): EventRow {
  if (ahead?.snapshot === snapshot && ahead.deliveries.length <= MAX_INLINE_DELIVERIES) {
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
  const id = newId();
  if (event.refusal !== undefined) {
    const reason = { code: "not_an_event", message: event.refusal } as const;
    return { id, event, status: "Failure", reason, isDuplicate: false, deliveries: [] };
  }
  const pending: EventRow = { id, event, status: "Pending", reason: null, isDuplicate: false, deliveries: [] };
  const audience = findAudience(event, snapshot);
  if ("subscriptions" in audience && audience.subscriptions.length > MAX_INLINE_MATCHES) return pending;
  const { deliveries, reason } = planEvent(event, snapshot, audience);
  const needsFunctions = hasSourceFunctions(event, snapshot) || deliveries.some((delivery) => delivery.function);
  if (deliveries.length > MAX_INLINE_DELIVERIES || needsFunctions) return pending;
  return {
    id,
    event,
    status: deliveries.length === 0 ? "Discarded" : "Success",
    reason,
    isDuplicate: false,
    deliveries: toDeliveryRows(event.projectId, deliveries, dispatch),
  };
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
