import { type FunctionArgument, isPassing } from "@/lib/functions/function-call";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import { type FunctionKind, type FunctionResult, readResult, toFunctionArgument } from "@/lib/functions/read-result";
import type { Changes } from "@/lib/intake/event-rows";
import type { PlannedDelivery } from "@/lib/intake/plan-event";
import type { Later } from "@/lib/intake/put-off";
import type { IncomingEvent } from "@/lib/intake/recorder";
import { idTime } from "@/lib/kernel/ids";
import type { SourceConfig } from "@/lib/snapshots/snapshot";

/**
 * `failed` is the function's own fault and ends the event with a message for the operator; `later` is not, and the
 * event waits in the inbox.
 */
export type Ran<T> = { kind: "ran"; value: T } | { kind: "failed"; reason: string } | Later;

export type FunctionRun = {
  runner: FunctionRunner;
  eventId: string;
  /** How often the event was deferred because a function could not run. */
  deferrals: number;
};

type Changed = Extract<FunctionResult, { kind: "changed" }>;

/** Applies the source's functions to an event: `body_function` gets the payload, `header_function` the headers. */
export async function runSourceFunctions(
  run: FunctionRun,
  event: IncomingEvent,
  source: SourceConfig,
): Promise<Ran<IncomingEvent>> {
  let changed = event;
  if (source.bodyFunction) {
    const what = { name: "The source's body_function", kind: "body", queue: `${source.id} body` } as const;
    const ran = await call(run, what, source.bodyFunction, toFunctionArgument(event.payload, event.headers));
    if (ran.kind !== "ran") return ran;
    if (ran.value?.payload) {
      changed = { ...changed, payload: ran.value.payload, headers: withType(event.headers, ran.value) };
    }
  }
  if (source.headerFunction) {
    const what = { name: "The source's header_function", kind: "header", queue: `${source.id} header` } as const;
    const ran = await call(run, what, source.headerFunction, { argument: changed.headers });
    if (ran.kind !== "ran") return ran;
    changed = { ...changed, headers: ran.value?.headers ?? changed.headers };
  }
  return { kind: "ran", value: changed };
}

/** Applies a subscription's function to its delivery; unchanged parts are null. Null skips the delivery. */
export async function runSubscriptionFunction(
  run: FunctionRun,
  event: IncomingEvent,
  delivery: PlannedDelivery,
): Promise<Ran<Changes | null>> {
  const what = {
    name: "The subscription's function",
    kind: "subscription",
    queue: delivery.subscriptionId ?? "",
  } as const;
  const ran = await call(run, what, delivery.function ?? "", toFunctionArgument(event.payload, event.headers));
  if (ran.kind !== "ran" || ran.value === null) return ran as Ran<null>;
  const { payload, headers: added } = ran.value;
  if (!payload && !added) return { kind: "ran", value: { payload: null, headers: null } };
  const headers = { ...(payload ? withType(event.headers, ran.value) : event.headers), ...added };
  return { kind: "ran", value: { payload, headers } };
}

async function call(
  { runner, eventId, deferrals }: FunctionRun,
  what: { name: string; kind: FunctionKind; queue: string },
  source: string,
  argument: FunctionArgument,
): Promise<Ran<Changed | null>> {
  const nowMs = idTime(eventId).getTime();
  const isProbe = deferrals > 0;
  const outcome = await runner.run({ source, ...argument, nowMs, seed: eventId, queue: what.queue, isProbe });
  if (!outcome.ok) {
    // A suspension is the fault of other events: only a run of its own ends an event.
    const isSuspended = outcome.reason === "suspended";
    return isPassing(outcome.reason) || isSuspended
      ? { kind: "later", reason: `${what.name} could not run. ${outcome.message}`, isSuspended }
      : { kind: "failed", reason: `${what.name} failed: ${outcome.message}` };
  }
  const result = readResult(what.kind, outcome);
  switch (result.kind) {
    case "changed":
      return { kind: "ran", value: result };
    case "skip":
      return { kind: "ran", value: null };
    case "wrong":
      return { kind: "failed", reason: `${what.name} failed: ${result.reason}` };
  }
}

/** An object made of a form or of text is sent as JSON. */
function withType(headers: Record<string, string>, { isText }: Changed): Record<string, string> {
  if (isText || /^application\/([\w.+-]+\+)?json\b/i.test(headers["content-type"] ?? "")) return headers;
  return { ...headers, "content-type": "application/json" };
}
