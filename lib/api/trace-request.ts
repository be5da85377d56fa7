import type { Attributes } from "@opentelemetry/api";
import type { AppContext } from "@/lib/api/envelope";
import { describeAddress } from "@/lib/api/log-requests";
import { ATTR, OWN, toMethod } from "@/lib/tracing/attributes";
import { tracing } from "@/lib/tracing/tracing";

/** What tools of operators ask every few seconds is no request worth a trace. */
const TRACED = /^\/(?:v1|ingest|receive)\//;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The routes of events, which come in any number. */
const OF_EVENTS = /^(?:\/ingest\/:maskId|\/v1\/projects\/:projectID\/events(?:\/(?:batch|fanout|broadcast|dynamic))?)$/;

/**
 * Answers a request with a span, which continues the trace of its sender. It tells the route and the ids of ours in the
 * address; the address itself may have a source's mask id or a receiver's token in it, or a query.
 */
export async function traceRequest(c: AppContext, next: () => Promise<void>): Promise<void> {
  const on = tracing();
  if (on === null || !TRACED.test(c.req.path)) return next();
  const method = toMethod(c.req.method);
  const headers = { traceparent: c.req.header("traceparent"), tracestate: c.req.header("tracestate") };
  const span = on.start(method, { kind: "SERVER", parent: on.read(headers) });
  if (!span.isRecording()) return next();
  span.setAttributes({
    [ATTR.httpMethod]: method,
    [ATTR.urlScheme]: c.req.url.startsWith("https:") ? "https" : "http",
    [OWN.requestId]: c.get("requestId"),
  });
  c.set("trace", on.contextOf(span));
  const { route, ...ids } = describeAddress(c);
  await (bringsEvents(method, route) ? next() : on.within(span, next));
  if (route !== undefined && route !== "none") {
    span.setAttribute(ATTR.httpRoute, route);
    span.updateName(`${method} ${route}`);
  }
  span.setAttributes(toAttributes(ids, c.get("eventId")));
  const { status } = c.res;
  span.setAttribute(ATTR.httpStatus, status);
  on.end(span, status >= 500 ? String(status) : null);
}

/** Then the request's span is handed on with the events, and is not the active one. */
function bringsEvents(method: string, route: string | undefined): boolean {
  return method !== "GET" && route !== undefined && OF_EVENTS.test(route);
}

function toAttributes(ids: Record<string, string>, eventId: string | undefined): Attributes {
  const attributes: Attributes = {};
  for (const [name, id] of Object.entries(ids)) {
    if (ID.test(id)) attributes[OWN.idOf(name)] = id;
  }
  if (eventId !== undefined) attributes[OWN.eventId] = eventId;
  return attributes;
}
