import type { NotDelivered } from "@/lib/intake/not-delivered";
import { readOrderingKey } from "@/lib/intake/ordering-key";
import type { PlannedDelivery } from "@/lib/intake/plan-event";
import type { IncomingEvent } from "@/lib/intake/recorder";
import { newId } from "@/lib/kernel/ids";
import { writeUtc } from "@/lib/kernel/write-utc";
import { endpointIdOf } from "@/lib/queue/destination";
import type { Dispatch } from "@/lib/queue/dispatch";
import type { Ordered } from "@/lib/queue/order";
import type { NewDelivery, NewEvent, Recording } from "@/lib/queue/recording";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** An event with everything known of it before its commit. */
export type EventRow = {
  id: string;
  event: IncomingEvent;
  status: "Pending" | "Success" | "Discarded" | "Failure";
  /** Why nothing is sent, or why a function failed for some of its deliveries. */
  reason: NotDelivered | null;
  isDuplicate: boolean;
  deliveries: DeliveryRow[];
  /** The versions of the source's functions that ran; null if it is left to the router, or has none. */
  functionVersions: Versions | null;
};

/** `notBefore` is null for a delivery that is to be sent at once. */
export type DeliveryRow = Changes & { plan: PlannedDelivery; id: string; leased: boolean; notBefore: Date | null };

/** Ids of versions of functions, in the order in which they ran. */
export type Versions = readonly string[];

/** What functions made for one delivery: null if it sends the event's own, and no versions if none ran. */
export type Changes = {
  payload: Buffer | null;
  headers: Record<string, string> | null;
  functionVersions: Versions | null;
};

/** Gives each planned delivery its id and, if the dispatcher has one free, a place in this process. */
export function toDeliveryRows(
  { projectId, deliverAt }: Pick<IncomingEvent, "projectId" | "deliverAt">,
  planned: readonly (PlannedDelivery & Partial<Changes>)[],
  dispatch: Dispatch | null,
): DeliveryRow[] {
  const notBefore = deliverAt && deliverAt.getTime() > Date.now() ? deliverAt : null;
  const mayBeLeased = ({ kind, isMetered }: PlannedDelivery) => kind === "due" && !isMetered && notBefore === null;
  return planned.map((plan) => ({
    plan,
    id: newId(),
    leased: mayBeLeased(plan) && !!dispatch?.reserve({ projectId, laneId: plan.laneId }),
    notBefore: plan.kind === "discarded" ? null : notBefore,
    payload: plan.payload ?? null,
    headers: plan.headers ?? null,
    functionVersions: plan.functionVersions ?? null,
  }));
}

type Rows = {
  /** New events with their deliveries. */
  rows: readonly EventRow[];
  /** Stored events that only get deliveries. */
  routed?: readonly EventRow[];
  /** The snapshots that planned them; the version is null where none did. */
  snapshots: Iterable<Pick<ProjectSnapshot, "id"> & { version: number | null }>;
  workerId: string | null;
};

/** Builds the recording of events and their deliveries. */
export function toRecording({ rows, routed = [], snapshots, workerId }: Rows): Recording {
  return {
    workerId,
    guards: Array.from(snapshots, ({ id, version }) => ({ projectId: id, version })),
    events: rows.map(toNewEvent),
    deliveries: [...rows, ...routed].flatMap((row) => row.deliveries.map((delivery) => toNewDelivery(row, delivery))),
  };
}

function toNewEvent({ id, event, deliveries, ...outcome }: EventRow): NewEvent {
  return {
    id,
    ...outcome,
    projectId: event.projectId,
    sourceId: event.sourceId,
    eventType: event.eventType,
    idempotencyKey: event.idempotencyKey,
    target: event.target,
    endpoints: endpointsOf(deliveries),
    headers: event.headers,
    urlQueryParams: event.urlQueryParams,
    path: event.path,
    payload: event.payload,
    deliverAt: event.deliverAt ?? null,
    labels: event.labels ?? null,
  };
}

function toNewDelivery({ id: eventId, event }: EventRow, delivery: DeliveryRow): NewDelivery {
  const { id, plan, leased, notBefore, ...changes } = delivery;
  return {
    id,
    eventId,
    projectId: event.projectId,
    destination: plan.destination,
    laneId: plan.laneId,
    subscriptionId: plan.subscriptionId,
    eventType: event.eventType,
    idempotencyKey: event.idempotencyKey,
    urlQueryParams: event.urlQueryParams,
    ...changes,
    retry: plan.retry,
    cause: plan.kind === "discarded" ? "refused" : "recorded",
    description: notBefore ? `Waiting until ${writeUtc(notBefore)}, as its event asks.` : plan.description,
    isLeased: leased,
    deliverAt: notBefore,
    labels: event.labels ?? null,
  };
}

function endpointsOf(deliveries: readonly DeliveryRow[]): string[] {
  return [...new Set(deliveries.flatMap(({ plan }) => endpointIdOf(plan.destination) ?? []))];
}

/** The ordered deliveries of these rows, in the order of the rows. */
export function findOrdered(rows: readonly EventRow[]): Ordered[] {
  const ordered: Ordered[] = [];
  for (const { event, deliveries } of rows) {
    for (const { id, payload, plan } of deliveries) {
      const { orderingPath, kind, destination } = plan;
      if (orderingPath === null || destination.kind !== "endpoint" || kind === "discarded") continue;
      const key = readOrderingKey(orderingPath, payload ?? event.payload, event.headers["content-type"]);
      const { endpointId } = destination;
      if (key !== null) ordered.push({ projectId: event.projectId, deliveryId: id, endpointId, key });
    }
  }
  return ordered;
}
