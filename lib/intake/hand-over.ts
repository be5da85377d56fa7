import type { DeliveryRow, EventRow } from "@/lib/intake/event-rows";
import { idTime } from "@/lib/kernel/ids";
import type { Dispatch } from "@/lib/queue/dispatch";
import type { Lane } from "@/lib/queue/due-lanes";
import type { DeliveryWork } from "@/lib/queue/work";

/**
 * An endpoint that was closed when its delivery was planned may have opened before the commit: its lane is checked
 * after this.
 */
const HELD_MS = 2_000;

/** Gives committed deliveries that have a place in this process to its engine, and marks the lanes of the others. */
export function handOver(dispatch: Dispatch | null, rows: readonly EventRow[]): void {
  if (!dispatch) return;
  const waiting: Waiting = { due: new Map(), held: new Map(), later: [], isPulled: false };
  for (const row of rows) {
    for (const delivery of row.deliveries) {
      if (delivery.leased) dispatch.accept(toWork(row, delivery));
      else note(waiting, delivery, row.event.projectId);
    }
  }
  const { due, held, later, isPulled } = waiting;
  if (due.size > 0) dispatch.markDue(due.values());
  if (held.size > 0) dispatch.markDue(held.values(), HELD_MS);
  for (const { lane, at } of later) dispatch.markDue([lane], Math.max(0, at.getTime() - Date.now()));
  if (isPulled) dispatch.wakePulls();
}

/** The lanes of deliveries that have no place in this process, and whether a device is to pull one. */
type Waiting = {
  readonly due: Map<string, Lane>;
  readonly held: Map<string, Lane>;
  /** The lanes of deliveries that are not due before their time. */
  readonly later: { readonly lane: Lane; readonly at: Date }[];
  isPulled: boolean;
};

function note(waiting: Waiting, { plan, notBefore }: DeliveryRow, projectId: string): void {
  const { kind, laneId, destination } = plan;
  if (notBefore) waiting.later.push({ lane: { projectId, laneId }, at: notBefore });
  else if (kind === "due") waiting.due.set(laneId, { projectId, laneId });
  else if (kind === "held" && destination.kind === "device") waiting.isPulled = true;
  else if (kind === "held") waiting.held.set(laneId, { projectId, laneId });
}

/** Returns the places of deliveries that were not committed. */
export function unreserve(dispatch: Dispatch | null, rows: readonly EventRow[]): void {
  for (const { event, deliveries } of rows) {
    for (const delivery of deliveries) {
      if (!delivery.leased) continue;
      delivery.leased = false;
      dispatch?.unreserve({ projectId: event.projectId, laneId: delivery.plan.laneId });
    }
  }
}

function toWork({ event, id }: EventRow, delivery: DeliveryRow): DeliveryWork {
  const { plan } = delivery;
  const payload = delivery.payload ?? event.payload;
  return {
    projectId: event.projectId,
    deliveryId: delivery.id,
    laneId: plan.laneId,
    destination: plan.destination,
    subscriptionId: plan.subscriptionId,
    eventId: id,
    eventType: event.eventType,
    numTrials: 0,
    budgetFrom: 0,
    policy: plan.retry,
    headers: delivery.headers ?? event.headers,
    payload,
    payloadBytes: payload.length,
    urlQueryParams: event.urlQueryParams,
    createdAt: idTime(delivery.id).getTime(),
  };
}
