import type { PendingEvent } from "@/lib/intake/inbox";
import type { IncomingEvent, RecordedEvent } from "@/lib/intake/recorder";
import { HookyardError } from "@/lib/kernel/errors";
import { ATTR, OWN } from "@/lib/tracing/attributes";
import { type TraceContext, type Tracing, tracing, typeOf } from "@/lib/tracing/tracing";

/** Hears how many events were committed together. */
export type OnCommit = (events: number) => void;

type Headers = Record<string, string>;

const EVENTS = { [ATTR.messagingSystem]: "hookyard", [ATTR.destinationName]: "events" } as const;

/**
 * Records an event with a span of its own, which is a part of the request's or, for what a broker brought, of the trace
 * that its message names. The event's stored headers carry that span through the queue, in place of the sender's own: it
 * is the parent of every attempt, in whichever process and after however many. Where its trace is not kept, the event
 * stays as it is.
 */
export async function recordTraced(
  on: Tracing,
  event: IncomingEvent,
  record: (traced: IncomingEvent, onCommit: OnCommit | null) => Promise<RecordedEvent>,
): Promise<RecordedEvent> {
  if (isOfUntracedRequest(event)) return record(event, null);
  const span = on.start("send events", { kind: "PRODUCER", ...findParent(on, event) });
  if (!span.isRecording()) return record(event, null);
  span.setAttributes({
    ...EVENTS,
    [ATTR.operationName]: "send",
    [ATTR.operationType]: "send",
    [OWN.projectId]: event.projectId,
    [OWN.eventType]: event.eventType,
    ...(event.sourceId !== null && { [OWN.sourceId]: event.sourceId }),
  });
  const { traceparent: _, tracestate: __, ...others } = event.headers;
  const headers: Headers = { ...others, ...on.headersOf(span) };
  try {
    const recorded = await record({ ...event, headers }, (events) => span.setAttribute(ATTR.batchSize, events));
    span.setAttributes(toOutcome(recorded));
    on.end(span);
    return recorded;
  } catch (error) {
    on.end(span, error instanceof HookyardError ? error.code : typeOf(error));
    throw error;
  }
}

/**
 * At the door it was decided that the trace is not kept. What a source fetches itself came through no door, and has no
 * path; what comes by API has no source.
 */
function isOfUntracedRequest({ trace, sourceId, path, headers }: IncomingEvent): boolean {
  return trace === undefined && (sourceId === null || path !== "") && headers.traceparent === undefined;
}

/**
 * The request's span, unless the event names another trace: one of a batch may, as may what is read from a broker. Then
 * the request is linked.
 */
function findParent(
  on: Tracing,
  { trace, headers }: IncomingEvent,
): { parent: TraceContext | null; links?: ReturnType<Tracing["linkTo"]> } {
  const named = on.read(headers);
  if (trace === undefined || named === null) return { parent: trace ?? named };
  if (on.traceIdOf(trace) === on.traceIdOf(named)) return { parent: trace };
  return { parent: named, links: on.linkTo(trace) };
}

function toOutcome({ uid, isDuplicate, deliveries }: RecordedEvent) {
  return {
    [ATTR.messageId]: uid,
    [OWN.eventId]: uid,
    [OWN.outcome]: isDuplicate ? "duplicate" : deliveries === null ? "inbox" : deliveries === 0 ? "unsent" : "routed",
    ...(deliveries !== null && { [OWN.deliveries]: deliveries }),
  };
}

/** Routes an event of the inbox with a span of its trace, if it has one. */
export function routeTraced<T>({ id, event }: PendingEvent, route: () => Promise<T>): Promise<T> {
  const on = tracing();
  if (on === null || event.headers.traceparent === undefined) return route();
  const attributes = { ...EVENTS, [ATTR.messageId]: id, [OWN.projectId]: event.projectId, [OWN.eventId]: id };
  return on.endWith(on.start("route events", { parent: on.read(event.headers), attributes }), route);
}

/** The headers that a function made, in the trace of those that it was given. */
export function keepTrace(given: Headers, made: Headers): Headers {
  const { traceparent, tracestate } = given;
  if (tracing() === null || traceparent === undefined) return made;
  const { tracestate: _, ...others } = made;
  return { ...others, traceparent, ...(tracestate !== undefined && { tracestate }) };
}
