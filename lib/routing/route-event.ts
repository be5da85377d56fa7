import type { FunctionRunner } from "@/lib/functions/function-runner";
import type { Changes } from "@/lib/ingest/event-rows";
import type { IncomingEvent } from "@/lib/ingest/recorder";
import type { PendingEvent, Routed } from "@/lib/routing/inbox";
import { type PlannedDelivery, planEvent } from "@/lib/routing/plan-event";
import { type FunctionRun, type Ran, runSourceFunctions, runSubscriptionFunction } from "@/lib/routing/run-functions";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

export type ChangedDelivery = PlannedDelivery & Changes;

/** `later`: a function could not run now, for that reason and through no fault of the event. */
export type Routing =
  | { kind: "later"; reason: string }
  | { kind: "routed"; outcome: Routed; deliveries: ChangedDelivery[] };

/**
 * Runs an event's functions and matches it. The source's functions change it before it is matched, the subscription's
 * change what that subscription sends. What is stored of the event stays as it was received; deliveries carry the changes.
 */
export async function routeEvent(
  runner: FunctionRunner,
  { id, event, deferrals }: PendingEvent,
  snapshot: ProjectSnapshot | null,
): Promise<Routing> {
  const ended = (status: Routed["status"], reason: string): Routing => ({
    kind: "routed",
    outcome: { projectId: event.projectId, id, status, reason, endpoints: [] },
    deliveries: [],
  });
  if (!snapshot) return ended("Discarded", "The project was deleted.");

  const run = { runner, eventId: id, deferrals };
  const source = snapshot.sources.get(event.sourceId ?? "");
  const changed: Ran<IncomingEvent> = source
    ? await runSourceFunctions(run, event, source)
    : { kind: "ran", value: event };
  if (changed.kind === "later") return changed;
  if (changed.kind === "failed") return ended("Failure", changed.reason);

  const plan = planEvent(changed.value, snapshot);
  if (plan.discardReason) return ended("Discarded", plan.discardReason);
  const ran = await Promise.all(plan.deliveries.map((delivery) => changeDelivery(run, event, changed.value, delivery)));
  const late = ran.find((result) => result.kind === "later");
  if (late) return late;
  return conclude(event, id, ran);
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

function conclude(event: IncomingEvent, id: string, ran: readonly Ran<ChangedDelivery | null>[]): Routing {
  const deliveries = ran.flatMap((result) => (result.kind === "ran" && result.value ? [result.value] : []));
  const failures = ran.flatMap((result) => (result.kind === "failed" ? [result.reason] : []));
  const endpoints = [...new Set(deliveries.flatMap((delivery) => delivery.endpointId ?? []))];
  const base = { projectId: event.projectId, id, endpoints };
  if (deliveries.length > 0) {
    return { kind: "routed", outcome: { ...base, status: "Success", reason: failures[0] ?? null }, deliveries };
  }
  const outcome: Routed = failures[0]
    ? { ...base, status: "Failure", reason: failures[0] }
    : { ...base, status: "Discarded", reason: "The subscription's function returned null, which skips the event." };
  return { kind: "routed", outcome, deliveries };
}
