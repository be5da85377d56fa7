import type { FunctionRunner } from "@/lib/functions/function-runner";
import type { Changes } from "@/lib/ingest/event-rows";
import type { IncomingEvent } from "@/lib/ingest/recorder";
import { destinationId, endpointIdOf } from "@/lib/queue/destination";
import type { Routed } from "@/lib/queue/event-outcome";
import type { PendingEvent } from "@/lib/routing/inbox";
import {
  ALREADY_DELIVERED,
  explainDiscarded,
  FUNCTION_DROPPED,
  type NotDelivered,
  PROJECT_DELETED,
} from "@/lib/routing/not-delivered";
import { type PlannedDelivery, planEvent } from "@/lib/routing/plan-event";
import type { Later } from "@/lib/routing/put-off";
import { type FunctionRun, type Ran, runSourceFunctions, runSubscriptionFunction } from "@/lib/routing/run-functions";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

export type ChangedDelivery = PlannedDelivery & Changes;

/** What became of a try to route an event. */
export type Routing = Later | { kind: "routed"; outcome: Routed; deliveries: ChangedDelivery[] };

/**
 * Runs an event's functions and matches it. The source's functions change it before it is matched, the subscription's
 * change what that subscription sends. What is stored of the event stays as it was received; deliveries carry the changes.
 */
export async function routeEvent(
  runner: FunctionRunner,
  { id, event, reached, deferrals }: PendingEvent,
  snapshot: ProjectSnapshot | null,
): Promise<Routing> {
  const ended = (status: Routed["status"], reason: NotDelivered | null): Routing => ({
    kind: "routed",
    outcome: { projectId: event.projectId, id, status, reason, endpoints: [] },
    deliveries: [],
  });
  if (!snapshot) return ended("Discarded", PROJECT_DELETED);

  const run = { runner, eventId: id, deferrals };
  const source = snapshot.sources.get(event.sourceId ?? "");
  const changed: Ran<IncomingEvent> = source
    ? await runSourceFunctions(run, event, source)
    : { kind: "ran", value: event };
  if (changed.kind === "later") return changed;
  if (changed.kind === "failed") return ended("Failure", { code: "function_failed", message: changed.reason });

  const plan = planEvent(changed.value, snapshot);
  if (plan.deliveries.length === 0) return ended("Discarded", plan.reason);
  const planned = plan.deliveries.filter((delivery) => !reached.has(destinationId(delivery.destination)));
  if (planned.length === 0) return ended("Success", ALREADY_DELIVERED);
  const ran = await Promise.all(planned.map((delivery) => changeDelivery(run, event, changed.value, delivery)));
  const late = ran.find((result) => result.kind === "later");
  if (late) return late;
  return conclude({ id, event }, ran, snapshot);
}

async function changeDelivery(
  run: FunctionRun,
  received: IncomingEvent,
  event: IncomingEvent,
  delivery: PlannedDelivery,
): Promise<Ran<ChangedDelivery | null>> {
  const bySource: Changes = {
    payload: event.payload === received.payload ? null : event.payload,
    headers: event.headers === received.headers ? null : event.headers,
  };
  if (!delivery.function) return { kind: "ran", value: { ...delivery, ...bySource } };
  const ran = await runSubscriptionFunction(run, event, delivery);
  if (ran.kind !== "ran" || ran.value === null) return ran as Ran<null>;
  const payload = ran.value.payload ?? bySource.payload;
  const headers = ran.value.headers ?? bySource.headers;
  return { kind: "ran", value: { ...delivery, payload, headers } };
}

function conclude(
  { id, event }: Pick<PendingEvent, "id" | "event">,
  ran: readonly Ran<ChangedDelivery | null>[],
  snapshot: ProjectSnapshot,
): Routing {
  const deliveries = ran.flatMap((result) => (result.kind === "ran" && result.value ? [result.value] : []));
  const [failure] = ran.flatMap((result) => (result.kind === "failed" ? [result.reason] : []));
  const failed: NotDelivered | null = failure === undefined ? null : { code: "function_failed", message: failure };
  const endpoints = [...new Set(deliveries.flatMap(({ destination }) => endpointIdOf(destination) ?? []))];
  const base = { projectId: event.projectId, id, endpoints };
  if (deliveries.length > 0) {
    const reason = failed ?? explainDiscarded(deliveries, snapshot);
    return { kind: "routed", outcome: { ...base, status: "Success", reason }, deliveries };
  }
  const outcome: Routed = failed
    ? { ...base, status: "Failure", reason: failed }
    : { ...base, status: "Discarded", reason: FUNCTION_DROPPED };
  return { kind: "routed", outcome, deliveries };
}
