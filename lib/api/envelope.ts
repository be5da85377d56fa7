import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { standingHeaders } from "@/lib/api/answer-headers";
import type { ErrorCode, FieldError, HookyardError } from "@/lib/kernel/errors";
import type { RefusalCode } from "@/lib/kernel/vocabulary";
import type { TraceContext } from "@/lib/tracing/tracing";
import { toJsonPieces } from "@/lib/wire/json-pieces";

/** The variables of every request of the app. */
export type AppEnv = {
  Variables: {
    requestId: string;
    isLong?: boolean;
    /** The event that the request made. */
    eventId?: string;
    /** Its span, if its trace is kept. */
    trace?: TraceContext;
  };
};
export type AppContext = Context<AppEnv>;

/** The envelope of a failure. A success has `{status: true, message, data}`. */
export type ErrorBody = {
  status: false;
  message: string;
  data: null;
  error: { code: ErrorCode; fields?: FieldError[]; reason?: RefusalCode };
  request_id: string;
};

/** An answer with more payload than this is streamed, as fast as the caller reads it. */
const STREAMED_BYTES = 256 * 1024;
/** A shorter answer is not worth compressing. */
const LONG_CHARACTERS = 4_096;

export function answer(c: AppContext, what: { status: 200 | 201 | 202; message: string; data: unknown }): Response {
  const { payloadBytes, pieces } = toJsonPieces({ status: true, message: what.message, data: what.data });
  const body = payloadBytes > STREAMED_BYTES ? toStream(pieces) : [...pieces].join("");
  c.set("isLong", typeof body !== "string" || body.length > LONG_CHARACTERS);
  return c.body(body, what.status, { "content-type": "application/json" });
}

/** An answer's JSON as one text, for storing it. */
export function toAnswerText(what: { message: string; data: unknown }): string {
  const { pieces } = toJsonPieces({ status: true, message: what.message, data: what.data });
  return [...pieces].join("");
}

export function answerText(c: AppContext, status: 200 | 201 | 202, text: string): Response {
  return c.body(text, status, { "content-type": "application/json" });
}

const SENT_CHARACTERS = 65_536;

function toStream(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      let text = "";
      while (text.length < SENT_CHARACTERS) {
        const next = iterator.next();
        if (!next.done) text += next.value;
        else {
          controller.enqueue(encoder.encode(text));
          return controller.close();
        }
      }
      controller.enqueue(encoder.encode(text));
    },
  });
}

/** Sets the headers of the draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-06). */
export function tellStanding(
  c: AppContext,
  { limit, remaining, resetSeconds }: { limit: number; remaining: number; resetSeconds: number },
): void {
  c.header("ratelimit-limit", String(limit));
  c.header("ratelimit-remaining", String(remaining));
  c.header("ratelimit-reset", String(resetSeconds));
}

/** Sets the request id and the security headers. */
export function setStandingHeaders(c: AppContext): void {
  c.header("x-request-id", c.get("requestId"));
  for (const [name, value] of standingHeaders(c.req.path)) c.header(name, value);
}

export function answerError(c: AppContext, error: HookyardError): Response {
  setStandingHeaders(c);
  const body: ErrorBody = {
    status: false,
    message: error.message,
    data: null,
    error: {
      code: error.code,
      ...(error.fields && { fields: error.fields }),
      ...(error.reason && { reason: error.reason }),
    },
    request_id: c.get("requestId"),
  };
  if (error.retryAfter !== undefined) c.header("retry-after", String(error.retryAfter));
  if (error.rateLimit) tellStanding(c, error.rateLimit);
  // Does not wait for the rest of a body that arrived too slowly.
  if (error.code === "request_timeout") c.header("connection", "close");
  if (error.code === "unauthorized") c.header("www-authenticate", 'Bearer realm="hookyard"');
  return c.json(body, error.status as ContentfulStatusCode);
}
