import { HeaderValue } from "@/lib/fields";
import type { FunctionFailure } from "@/lib/functions/function-call";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import { idTime } from "@/lib/ids";
import type { Changes } from "@/lib/ingest/event-rows";
import { parsePayload } from "@/lib/ingest/parse-payload";
import type { IncomingEvent } from "@/lib/ingest/recorder";
import type { PlannedDelivery } from "@/lib/routing/plan-event";
import { SentHeaderName } from "@/lib/sent-header";
import type { SourcePlan } from "@/lib/snapshots/snapshot";

/**
 * `failed` is the function's own fault and ends the event with a message for the operator; `later` is not, and the event
 * waits in the inbox.
 */
export type Ran<T> = { kind: "ran"; value: T } | { kind: "failed"; reason: string } | { kind: "later" };

/** The field of a subscription function's result that holds headers to be added; it is not sent. */
export const HEADERS_FIELD = "$headers";

type Run = { runner: FunctionRunner; eventId: string };

/** An event as its source's functions make it: `body_function` gets the payload, `header_function` the headers. */
export async function runSourceFunctions(
  run: Run,
  event: IncomingEvent,
  source: SourcePlan,
): Promise<Ran<IncomingEvent>> {
  let changed = event;
  if (source.bodyFunction) {
    const ran = await call(run, `${source.id} body`, source.bodyFunction, toArgument(event));
    if (ran.kind !== "ran") return named("The source's body_function", ran);
    changed = { ...changed, payload: toPayload(ran.value), headers: withType(event.headers, ran.value) };
  }
  if (source.headerFunction) {
    const ran = await call(run, `${source.id} header`, source.headerFunction, changed.headers);
    if (ran.kind !== "ran") return named("The source's header_function", ran);
    const headers = toHeaders(ran.value.value);
    if (typeof headers === "string") return { kind: "failed", reason: `The source's header_function ${headers}` };
    changed = { ...changed, headers };
  }
  return { kind: "ran", value: changed };
}

/** What a subscription's function makes of its delivery; null skips it. */
export async function runSubscriptionFunction(
  run: Run,
  event: IncomingEvent,
  delivery: PlannedDelivery,
): Promise<Ran<Changes | null>> {
  const lane = delivery.subscriptionId ?? "";
  const ran = await call(run, lane, delivery.function ?? "", toArgument(event));
  if (ran.kind !== "ran") return named("The subscription's function", ran);
  const { value } = ran.value;
  if (value === null) return { kind: "ran", value: null };
  if (!isRecord(value) || !Object.hasOwn(value, HEADERS_FIELD)) {
    const retyped = withType(event.headers, ran.value);
    return {
      kind: "ran",
      value: { payload: toPayload(ran.value), headers: retyped === event.headers ? null : retyped },
    };
  }
  const { [HEADERS_FIELD]: added, ...payload } = value;
  const headers = toHeaders(added);
  if (typeof headers === "string") return { kind: "failed", reason: `The subscription's function ${headers}` };
  const bytes = toJson(payload);
  if (!bytes) return { kind: "failed", reason: "The subscription's function returned what is nested too deeply." };
  return { kind: "ran", value: { payload: bytes, headers: { ...withType(event.headers, ran.value), ...headers } } };
}

type Result = { value: unknown; json: string };

async function call(run: Run, lane: string, source: string, argument: unknown): Promise<Ran<Result>> {
  const nowMs = idTime(run.eventId).getTime();
  const outcome = await run.runner.run({ source, argument, nowMs, seed: run.eventId, lane });
  if (outcome.ok) return { kind: "ran", value: outcome };
  return isTransient(outcome) ? { kind: "later" } : { kind: "failed", reason: outcome.message };
}

/** A function that ran too long again and again fails its events, so that they do not wait for it without end. */
function isTransient({ reason }: FunctionFailure): boolean {
  return reason === "overloaded" || reason === "unavailable";
}

function named<T>(what: string, ran: Exclude<Ran<Result>, { kind: "ran" }>): Ran<T> {
  return ran.kind === "failed" ? { kind: "failed", reason: `${what} failed: ${ran.reason}` } : ran;
}

/** The parsed payload; its text where it is neither JSON nor a form. */
function toArgument({ payload, headers }: IncomingEvent): unknown {
  const parsed = parsePayload(payload, headers["content-type"]);
  return parsed === undefined ? payload.toString("utf8") : parsed;
}

function toJson(value: unknown): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Text is sent as it is, anything else as JSON. */
function toPayload({ value, json }: Result): Buffer {
  return Buffer.from(typeof value === "string" ? value : json, "utf8");
}

/** An object made of a form or of text is sent as the JSON that it is now. */
function withType(headers: Record<string, string>, { value }: Result): Record<string, string> {
  if (typeof value === "string" || /^application\/([\w.+-]+\+)?json\b/i.test(headers["content-type"] ?? ""))
    return headers;
  return { ...headers, "content-type": "application/json" };
}

function toHeaders(value: unknown): Record<string, string> | string {
  if (!isRecord(value)) return "must return an object of headers.";
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    const isFine = SentHeaderName.safeParse(name).success && HeaderValue.safeParse(text).success;
    if (!isFine) return `returned the header ${JSON.stringify(name).slice(0, 80)}, which cannot be sent.`;
    headers[name.toLowerCase()] = text as string;
  }
  return headers;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
