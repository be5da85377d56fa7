import { setImmediate as yieldLoop } from "node:timers/promises";
import type { Changes } from "@/lib/intake/event-rows";
import type { PendingEvent } from "@/lib/intake/inbox";
import {
  ALREADY_DELIVERED,
  explainDiscarded,
  FUNCTION_DROPPED,
  type NotDelivered,
  PROJECT_DELETED,
} from "@/lib/intake/not-delivered";
import type { PlannedDelivery } from "@/lib/intake/plan-event";
import { type PlannedPage, planPages } from "@/lib/intake/plan-pages";
import type { Later } from "@/lib/intake/put-off";
import type { IncomingEvent } from "@/lib/intake/recorder";
import {
  type FunctionRun,
  type Ran,
  type RanBySource,
  runSourceFunctions,
  runSubscriptionFunction,
  versionsOf,
} from "@/lib/intake/run-functions";
import { destinationId, endpointIdOf } from "@/lib/queue/destination";
import type { Routed } from "@/lib/queue/event-outcome";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

export type ChangedDelivery = PlannedDelivery & Changes;

/** How far the routing of an event has come, and what its pages so far mean for its outcome. */
export type Progress = {
  /** The position of the last subscription that was checked. */
  readonly after: string;
  /** How many deliveries were made. */
  readonly made: number;
  /** Why none of them is sent, as long as that is so. */
  readonly unsent: NotDelivered | null;
  /** The message of the first function that failed. */
  readonly failed: string | null;
};

/** A page of an event's deliveries, written together with its progress, or with its outcome after the last. */
export type RoutedPage = { kind: "routed"; deliveries: ChangedDelivery[] } & (
  | { progress: Progress; outcome: null }
  | { progress: null; outcome: Routed }
);

/** The result of routing an event once. */
export type Routing = Later | RoutedPage;

/**
 * Runs an event's functions and matches it, page by page from its progress on. The source's functions change it before
 * it is matched, a subscription's function changes what that subscription sends. The stored event stays as it was
 * received; deliveries carry the changes. A page that has to wait is the last one.
 */
export async function* routePages(
  run: FunctionRun,
  { id, event, reached, progress }: Omit<PendingEvent, "deferrals">,
  snapshot: ProjectSnapshot | null,
): AsyncGenerator<Routing, void, void> {
  const { projectId } = event;
  const ended = (outcome: Pick<Routed, "status" | "reason" | "functionVersions">): Routing => ({
    kind: "routed",
    progress: null,
    outcome: { projectId, id, endpoints: [], ...outcome },
    deliveries: [],
  });
  if (!snapshot) return yield ended({ status: "Discarded", reason: PROJECT_DELETED, functionVersions: null });

  const { ran: changed, versions: functionVersions } = await changeBySource(run, event, snapshot);
  if (changed.kind === "later") return yield changed;
  if (changed.kind === "failed") {
    const reason = { code: "function_failed", message: changed.reason } as const;
    return yield ended({ status: "Failure", reason, functionVersions });
  }
  const bySource = { ...findChanges(event, changed.value), functionVersions };

  const skip = ({ destination }: PlannedDelivery) => reached.has(destinationId(destination));
  let before: Omit<Progress, "after"> & { after: string | null } = progress ?? NOTHING;
  for (const page of planPages(changed.value, snapshot, { after: before.after, skip })) {
    if (page === null) {
      await yieldLoop();
      continue;
    }
    const ran = await changeDeliveries(run, { event: changed.value, bySource }, page.deliveries);
    const late = ran.find((result) => result.kind === "later");
    if (late) return yield late;
    const made = ran.flatMap((result) => (result.kind === "ran" && result.value ? [result.value] : []));
    const now = addUp(before, { made, ran, snapshot });
    if (page.next !== null) {
      const here = { ...now, after: page.next };
      yield { kind: "routed", deliveries: made, progress: here, outcome: null };
      before = here;
      continue;
    }
    const endpoints = before.after === null ? endpointsOf(made) : null;
    const outcome = { projectId, id, endpoints, functionVersions, ...conclude(now, page) };
    yield { kind: "routed", deliveries: made, progress: null, outcome };
  }
}

const NOTHING = { after: null, made: 0, unsent: null, failed: null };

type Added = {
  made: readonly ChangedDelivery[];
  ran: readonly Ran<ChangedDelivery | null>[];
  snapshot: ProjectSnapshot;
};

function addUp(before: Omit<Progress, "after">, { made, ran, snapshot }: Added): Omit<Progress, "after"> {
  const [failure] = ran.flatMap((result) => (result.kind === "failed" ? [result.reason] : []));
  const isFirst = before.made === 0;
  const unsent = made.length === 0 ? before.unsent : explainDiscarded(made, snapshot);
  return {
    made: before.made + made.length,
    unsent: isFirst || before.unsent !== null ? unsent : null,
    failed: before.failed ?? failure ?? null,
  };
}

function conclude(
  { made, unsent, failed }: Omit<Progress, "after">,
  { skipped, deliveries, untaken }: PlannedPage,
): Pick<Routed, "status" | "reason"> {
  const failure: NotDelivered | null = failed === null ? null : { code: "function_failed", message: failed };
  if (made > 0) return { status: "Success", reason: failure ?? unsent };
  if (failure) return { status: "Failure", reason: failure };
  if (deliveries.length > 0) return { status: "Discarded", reason: FUNCTION_DROPPED };
  if (skipped > 0) return { status: "Success", reason: ALREADY_DELIVERED };
  return { status: "Discarded", reason: untaken };
}

function endpointsOf(deliveries: readonly ChangedDelivery[]): string[] {
  return [...new Set(deliveries.flatMap(({ destination }) => endpointIdOf(destination) ?? []))];
}

function findChanges(
  received: IncomingEvent,
  { payload, headers }: IncomingEvent,
): Pick<Changes, "payload" | "headers"> {
  return {
    payload: payload === received.payload ? null : payload,
    headers: headers === received.headers ? null : headers,
  };
}

function changeBySource(
  run: FunctionRun,
  event: IncomingEvent,
  { sources }: ProjectSnapshot,
): Promise<RanBySource> | RanBySource {
  const source = sources.get(event.sourceId ?? "");
  return source ? runSourceFunctions(run, event, source) : { ran: { kind: "ran", value: event }, versions: null };
}

type Changing = { event: IncomingEvent; bySource: Changes };

function changeDeliveries(
  run: FunctionRun,
  changing: Changing,
  deliveries: readonly PlannedDelivery[],
): Promise<Ran<ChangedDelivery | null>[]> | Ran<ChangedDelivery | null>[] {
  if (deliveries.some((delivery) => delivery.function)) {
    return Promise.all(deliveries.map((delivery) => changeDelivery(run, changing, delivery)));
  }
  return deliveries.map((delivery) => ({ kind: "ran", value: { ...delivery, ...changing.bySource } }));
}

async function changeDelivery(
  run: FunctionRun,
  { event, bySource }: Changing,
  delivery: PlannedDelivery,
): Promise<Ran<ChangedDelivery | null>> {
  if (!delivery.function) return { kind: "ran", value: { ...delivery, ...bySource } };
  const ran = await runSubscriptionFunction(run, event, delivery);
  if (ran.kind !== "ran" || ran.value === null) return ran as Ran<null>;
  const payload = ran.value.payload ?? bySource.payload;
  const headers = ran.value.headers ?? bySource.headers;
  const own = versionsOf(delivery.function);
  const functionVersions = own ? [...(bySource.functionVersions ?? []), ...own] : bySource.functionVersions;
  return { kind: "ran", value: { ...delivery, payload, headers, functionVersions } };
}
