import type { Span } from "@opentelemetry/api";
import type { SendResult } from "@/lib/egress/send";
import { destinationId } from "@/lib/queue/destination";
import type { DeliveryWork } from "@/lib/queue/work";
import type { Attempted } from "@/lib/sending/attempt";
import { ATTR, OWN, toMethod } from "@/lib/tracing/attributes";
import { type TraceHeaders, type TraceIds, type Tracing, typeOf } from "@/lib/tracing/tracing";

/** The spans of one attempt: its work, and as a part of that its request, which the receiver is told of. */
export class AttemptTrace {
  readonly ids: TraceIds;
  #request: Span | null = null;

  constructor(
    private readonly on: Tracing,
    private readonly span: Span,
    private readonly work: DeliveryWork,
  ) {
    const { traceId, spanId } = span.spanContext();
    this.ids = { trace_id: traceId, span_id: spanId };
  }

  /** Begins the span of the request, and returns its headers. */
  openRequest(method: string): TraceHeaders {
    const { numTrials } = this.work;
    const name = toMethod(method);
    this.#request = this.on.start(name, {
      kind: "CLIENT",
      parent: this.on.contextOf(this.span),
      attributes: {
        [ATTR.httpMethod]: name,
        ...(numTrials > 0 && { [ATTR.httpResends]: numTrials }),
      },
    });
    return this.on.headersOf(this.#request);
  }

  /** Tells host and port of the address, no more: paths are credentials often. */
  tellAddress(url: string): void {
    const { hostname, port, protocol } = new URL(url);
    this.#request?.setAttributes({
      [ATTR.serverAddress]: hostname,
      [ATTR.serverPort]: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
      [ATTR.urlScheme]: protocol.slice(0, -1),
    });
  }

  /** Ends what was begun. */
  end(attempted: Attempted): void {
    const made = attempted.kind === "attempted" ? attempted.result : null;
    this.#endRequest(made?.sent ?? null);
    this.span.setAttribute(OWN.outcome, made?.outcome.kind ?? attempted.kind);
    this.on.end(this.span, made === null || made.outcome.kind === "success" ? null : errorOf(made.sent));
  }

  fail(error: unknown): void {
    this.#endRequest(null);
    this.on.end(this.span, typeOf(error));
  }

  #endRequest(sent: SendResult | null): void {
    if (this.#request === null) return;
    if (sent !== null && sent.status !== null) this.#request.setAttribute(ATTR.httpStatus, sent.status);
    this.on.end(this.#request, sent === null ? "not_sent" : findError(sent));
  }
}

/** Makes an attempt with a span of the event's trace, if that is kept. Those of meta events begin a trace. */
export async function attemptTraced(
  on: Tracing,
  work: DeliveryWork,
  attempt: (trace: AttemptTrace | null) => Promise<Attempted>,
): Promise<Attempted> {
  const isMeta = work.destination.kind === "meta";
  if (!isMeta && work.headers.traceparent === undefined) return attempt(null);
  const of = isMeta ? "meta_events" : "events";
  const span = on.start(`process ${of}`, { kind: "CONSUMER", parent: on.read(work.headers) });
  if (!span.isRecording()) return attempt(null);
  span.setAttributes({
    [ATTR.messagingSystem]: "hookyard",
    [ATTR.destinationName]: of,
    [ATTR.operationName]: "process",
    [ATTR.operationType]: "process",
    [ATTR.messageId]: work.eventId ?? work.deliveryId,
    [OWN.projectId]: work.projectId,
    [OWN.deliveryId]: work.deliveryId,
    [OWN.eventType]: work.eventType,
    [OWN.attempt]: work.numTrials + 1,
    ...(work.eventId !== null && { [OWN.eventId]: work.eventId }),
    ...(!isMeta && { [OWN.idOf(work.destination.kind)]: destinationId(work.destination) }),
  });
  const trace = new AttemptTrace(on, span, work);
  try {
    const attempted = await attempt(trace);
    trace.end(attempted);
    return attempted;
  } catch (error) {
    trace.fail(error);
    throw error;
  }
}

function findError(sent: SendResult): string | null {
  return sent.error !== null || (sent.status ?? 0) >= 400 ? errorOf(sent) : null;
}

/** What went wrong: the code of the failure, or the status of the answer. */
function errorOf({ error, status }: SendResult): string {
  return error?.code ?? String(status);
}
