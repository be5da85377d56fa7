import { type FunctionArgument, isPassing } from "@/lib/functions/function-call";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import { type FunctionKind, type FunctionResult, readResult, toFunctionArgument } from "@/lib/functions/read-result";
import type { Changes, Versions } from "@/lib/intake/event-rows";
import type { PlannedDelivery } from "@/lib/intake/plan-event";
import type { Later } from "@/lib/intake/put-off";
import type { IncomingEvent } from "@/lib/intake/recorder";
import { keepTrace } from "@/lib/intake/trace-event";
import { idTime } from "@/lib/kernel/ids";
import type { FunctionConfig, SourceConfig } from "@/lib/snapshots/snapshot";

/**
 * `failed` is the function's own fault and ends the event with a message for the operator; `later` is not, and the
 * event waits in the inbox.
 */
export type Ran<T> = { kind: "ran"; value: T } | { kind: "failed"; reason: string } | Later;

/** The runs of one event's functions. */
export class FunctionRun {
  /** CPU time that they have used so far. */
  usedMs = 0;

  constructor(
    readonly runner: FunctionRunner,
    readonly eventId: string,
    /** How often the event was deferred because a function could not run. */
    readonly deferrals = 0,
  ) {}
}

type Changed = Extract<FunctionResult, { kind: "changed" }>;

/** What the functions of a source made of an event, and the versions of those that ran. */
export type RanBySource = { ran: Ran<IncomingEvent>; versions: Versions | null };

/** Applies the source's functions to an event: `body_function` gets the payload, `header_function` the headers. */
export async function runSourceFunctions(
  run: FunctionRun,
  event: IncomingEvent,
  source: SourceConfig,
): Promise<RanBySource> {
  const { bodyFunction, headerFunction } = source;
  const body: Ran<IncomingEvent> = bodyFunction
    ? await runBodyFunction(run, event, { id: source.id, code: bodyFunction.code })
    : { kind: "ran", value: event };
  if (body.kind !== "ran" || !headerFunction) return { ran: body, versions: versionsOf(bodyFunction) };
  return {
    ran: await runHeaderFunction(run, body.value, { id: source.id, code: headerFunction.code }),
    versions: versionsOf(bodyFunction, headerFunction),
  };
}

/** The known versions of functions, in their order; null if there are none. */
export function versionsOf(...functions: readonly (FunctionConfig | null)[]): Versions | null {
  const known = functions.flatMap((one) => one?.versionId ?? []);
  return known.length > 0 ? known : null;
}

type SourceFunction = { id: string; code: string };

async function runBodyFunction(
  run: FunctionRun,
  event: IncomingEvent,
  { id, code }: SourceFunction,
): Promise<Ran<IncomingEvent>> {
  const what = { name: "The source's body_function", kind: "body", queue: `${id} body` } as const;
  const ran = await call(run, what, code, toFunctionArgument(event.payload, event.headers));
  if (ran.kind !== "ran") return ran;
  if (!ran.value?.payload) return { kind: "ran", value: event };
  return {
    kind: "ran",
    value: { ...event, payload: ran.value.payload, headers: withType(event.headers, ran.value) },
  };
}

async function runHeaderFunction(
  run: FunctionRun,
  event: IncomingEvent,
  { id, code }: SourceFunction,
): Promise<Ran<IncomingEvent>> {
  const what = { name: "The source's header_function", kind: "header", queue: `${id} header` } as const;
  const ran = await call(run, what, code, { argument: event.headers });
  if (ran.kind !== "ran") return ran;
  const headers = ran.value?.headers;
  return { kind: "ran", value: { ...event, headers: headers ? keepTrace(event.headers, headers) : event.headers } };
}

type MadeBySubscription = Pick<Changes, "payload" | "headers">;

/** Applies a subscription's function to its delivery; unchanged parts are null. Null skips the delivery. */
export async function runSubscriptionFunction(
  run: FunctionRun,
  event: IncomingEvent,
  delivery: PlannedDelivery,
): Promise<Ran<MadeBySubscription | null>> {
  const what = {
    name: "The subscription's function",
    kind: "subscription",
    queue: delivery.subscriptionId ?? "",
  } as const;
  const ran = await call(run, what, delivery.function?.code ?? "", toFunctionArgument(event.payload, event.headers));
  if (ran.kind !== "ran" || ran.value === null) return ran as Ran<null>;
  const { payload, headers: added } = ran.value;
  if (!payload && !added) return { kind: "ran", value: { payload: null, headers: null } };
  const headers = { ...(payload ? withType(event.headers, ran.value) : event.headers), ...added };
  return { kind: "ran", value: { payload, headers: keepTrace(event.headers, headers) } };
}

async function call(
  run: FunctionRun,
  what: { name: string; kind: FunctionKind; queue: string },
  source: string,
  argument: FunctionArgument,
): Promise<Ran<Changed | null>> {
  const nowMs = idTime(run.eventId).getTime();
  const isProbe = run.deferrals > 0;
  const outcome = await run.runner.run({ source, ...argument, nowMs, seed: run.eventId, queue: what.queue, isProbe });
  run.usedMs += outcome.durationMs;
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
