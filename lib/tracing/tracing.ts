import type * as Api from "@opentelemetry/api";
import type { Attributes, Context, Link, Span, TextMapPropagator, TimeInput, Tracer } from "@opentelemetry/api";
import { RestingStorage } from "@/lib/kernel/async-storages";
import { ATTR } from "@/lib/tracing/attributes";

/** What `start-tracing.ts` loads of OpenTelemetry's SDK. */
export type Sdk = { api: typeof Api; tracer: Tracer; propagator: TextMapPropagator };

export type SpanOptions = {
  kind?: keyof typeof Api.SpanKind;
  attributes?: Attributes;
  /** The active span by default; null begins a trace. */
  parent?: TraceContext | null;
  links?: Link[];
  startTime?: TimeInput;
};

/** A span as its parts know it, with its trace. */
export type TraceContext = Context;

/** The ids of a span, as lines of the log have them. */
export type TraceIds = { trace_id: string; span_id: string };

/** The headers of W3C's Trace Context, in lower case. */
export type TraceHeaders = { traceparent?: string; tracestate?: string };

const HEADERS = {
  get: (headers: Readonly<Record<string, unknown>>, name: string) => {
    const value = headers[name];
    return typeof value === "string" ? value : undefined;
  },
  keys: (headers: Readonly<Record<string, unknown>>) => Object.keys(headers),
};

/**
 * The spans of this process. It registers nothing with OpenTelemetry's API: libraries that look for a global tracer, as
 * Next.js does, find none, so that nothing is traced but what this program says.
 */
export class Tracing {
  readonly #active = new RestingStorage<TraceContext>();

  constructor(private readonly sdk: Sdk) {}

  start(name: string, { kind = "INTERNAL", parent, ...options }: SpanOptions = {}): Span {
    const { api, tracer } = this.sdk;
    const within = parent === undefined ? this.#active.get() : parent;
    return tracer.startSpan(name, { ...options, kind: api.SpanKind[kind] }, within ?? api.ROOT_CONTEXT);
  }

  /** Ends a span; with the type of its error if it failed. Messages are left out: they may tell of contents. */
  end(span: Span, error: string | null = null): void {
    if (error !== null) {
      span.setAttribute(ATTR.errorType, error);
      span.setStatus({ code: this.sdk.api.SpanStatusCode.ERROR, message: error });
    }
    span.end();
  }

  /**
   * Works with the span as the active one. On Node.js before 24 that costs each promise of the process: where events come
   * and go, spans are handed on by their contexts instead, and none is active. Nor is one whose trace is not kept.
   */
  within<T>(span: Span, work: () => T): T {
    return span.isRecording() ? this.#active.run(this.contextOf(span), work) : this.outside(work);
  }

  /** What a span's parts are told, where it is not the active one. */
  contextOf(span: Span): TraceContext {
    const { api } = this.sdk;
    return api.trace.setSpan(api.ROOT_CONTEXT, span);
  }

  /** Works without an active span: for what goes on after its caller, or for many. */
  outside<T>(work: () => T): T {
    return this.#active.get() === undefined ? work() : this.#active.exit(work);
  }

  /** Works within a span of its own, which fails with the work. */
  run<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
    const span = this.start(name, options);
    return this.endWith(span, () => this.within(span, work));
  }

  /** Works, and ends the span with that, which fails with the work. It is not the active one meanwhile. */
  async endWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.end(span);
      return result;
    } catch (error) {
      this.end(span, typeOf(error));
      throw error;
    }
  }

  /** The active span's context; undefined if there is none. */
  get active(): TraceContext | undefined {
    return this.#active.get();
  }

  /** Reads the context of a sender; null if there is none, or if it is malformed. */
  read(headers: Readonly<Record<string, unknown>>): TraceContext | null {
    const { api, propagator } = this.sdk;
    const context = propagator.extract(api.ROOT_CONTEXT, headers, HEADERS);
    return api.trace.getSpanContext(context) === undefined ? null : context;
  }

  /** The headers that tell a receiver of this span. */
  headersOf(span: Span): TraceHeaders {
    const headers: TraceHeaders = {};
    this.sdk.propagator.inject(this.contextOf(span), headers, {
      set: (into: TraceHeaders, name, value) => {
        into[name as keyof TraceHeaders] = value;
      },
    });
    return headers;
  }

  traceIdOf(context: TraceContext): string | undefined {
    return this.sdk.api.trace.getSpanContext(context)?.traceId;
  }

  linkTo(context: TraceContext): Link[] {
    const found = this.sdk.api.trace.getSpanContext(context);
    return found ? [{ context: found }] : [];
  }

  idsOf(context: TraceContext): TraceIds | undefined {
    const span = this.sdk.api.trace.getSpanContext(context);
    return span && { trace_id: span.traceId, span_id: span.spanId };
  }
}

/** The type of an error as the conventions want it: of few values, and without contents. */
export function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}

let current: Tracing | null = null;

/** The tracing of this process; null if it is off, which is all that it costs then. */
export function tracing(): Tracing | null {
  return current;
}

/** Turns tracing on or off for this process. */
export function setTracing(next: Tracing | null): void {
  current = next;
}

/** Works within a span of its own if tracing is on. */
export function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return current === null ? work() : current.run(name, options, work);
}

/** Works without the active span, if there is one. */
export function untraced<T>(work: () => T): T {
  return current === null ? work() : current.outside(work);
}

/** What each line of the log has of the active span. */
export function traceIds(): TraceIds | Record<string, never> {
  return traceIdsOf(current?.active);
}

/** What lines of the log have of a span that is not the active one. */
export function traceIdsOf(context: TraceContext | undefined): TraceIds | Record<string, never> {
  return (context && current?.idsOf(context)) ?? {};
}
