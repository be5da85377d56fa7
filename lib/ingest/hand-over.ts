import type { Dispatch } from "@/lib/delivery/dispatch";
import { idTime } from "@/lib/ids";
import type { DeliveryRow, EventRow } from "@/lib/ingest/event-rows";
import type { DeliveryWork } from "@/lib/queue/work";

/** Gives committed deliveries that have a place in this process to its engine, and tells it of the others. */
export function handOver(dispatch: Dispatch | null, rows: readonly EventRow[]): void {
  let unplaced = false;
  let pulled = false;
  for (const row of rows) {
    for (const delivery of row.deliveries) {
      if (delivery.leased) dispatch?.accept(toWork(row, delivery));
      else if (delivery.plan.destination.kind === "device") pulled ||= delivery.plan.kind === "held";
      else unplaced ||= delivery.plan.kind === "due";
    }
  }
  if (unplaced) dispatch?.poke();
  if (pulled) dispatch?.wakePulls();
}

/** Gives the places of deliveries back that were not committed. */
export function unreserve(dispatch: Dispatch | null, rows: readonly EventRow[]): void {
  for (const delivery of rows.flatMap((row) => row.deliveries)) {
    if (!delivery.leased) continue;
    delivery.leased = false;
    dispatch?.unreserve(delivery.plan.laneId);
  }
}

function toWork({ event, id }: EventRow, delivery: DeliveryRow): DeliveryWork {
  const { plan } = delivery;
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
    payload: delivery.payload ?? event.payload,
    urlQueryParams: event.urlQueryParams,
    createdAt: idTime(delivery.id).getTime(),
  };
}
