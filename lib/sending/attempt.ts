import type pg from "pg";
import type { OutgoingRequest, Sender } from "@/lib/egress/send";
import type { Clock } from "@/lib/kernel/clock";
import { readPayload } from "@/lib/queue/read-work";
import type { DeliveryWork } from "@/lib/queue/work";
import type { AccessTokens } from "@/lib/sending/access-tokens";
import { buildRequest, type Making, toRecordedHeaders } from "@/lib/sending/build-request";
import { decide } from "@/lib/sending/decide";
import { findTarget } from "@/lib/sending/find-target";
import type { AttemptResult } from "@/lib/sending/result";
import { parseRetryAfter } from "@/lib/sending/retry-delay";
import { sendAuthorized } from "@/lib/sending/send-authorized";
import { type AttemptTrace, attemptTraced } from "@/lib/sending/trace-attempt";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";
import { type TraceHeaders, tracing } from "@/lib/tracing/tracing";
import { NoFormError } from "@/lib/wire/form-body";
import { UrlTemplateError } from "@/lib/wire/url-template";

export type Attempted =
  | { kind: "attempted"; result: AttemptResult }
  | { kind: "hold" }
  | { kind: "discard"; reason: string };

type Parts = { pool: pg.Pool; snapshots: SnapshotCache; sender: Sender; tokens: AccessTokens; clock: Clock };

/**
 * Makes one attempt by the present configuration, or says why none is made. Rejects only if the database is
 * unreachable.
 */
export async function attemptDelivery(parts: Parts, work: DeliveryWork): Promise<Attempted> {
  const on = tracing();
  return on === null ? attempt(parts, work, null) : attemptTraced(on, work, (trace) => attempt(parts, work, trace));
}

async function attempt(parts: Parts, work: DeliveryWork, trace: AttemptTrace | null): Promise<Attempted> {
  const snapshot = parts.snapshots.peek(work.projectId) ?? (await parts.snapshots.get(work.projectId));
  const target = findTarget(work, snapshot);
  if (target.kind !== "send" || !snapshot) return target.kind === "send" ? { kind: "hold" } : target;
  const { endpoint } = target;

  const payload = work.payload ?? (await readPayload(parts.pool, work));
  if (!payload) return { kind: "discard", reason: "Not sent: the event's payload is past its retention." };
  const making = {
    endpoint,
    sending: snapshot.sending,
    payload,
    now: parts.clock.now(),
    traceHeaders: open(trace, endpoint),
  };
  const request = await buildOrTell(work, making);
  if (request instanceof NoFormError) return { kind: "discard", reason: `Not sent. ${request.message}` };
  if (request instanceof UrlTemplateError) return { kind: "attempted", result: toUnfilled(work, making, request) };
  return { kind: "attempted", result: await sendTraced(parts, work, { request, endpoint, trace }) };
}

function open(trace: AttemptTrace | null, { method }: EndpointConfig): TraceHeaders | null {
  return trace?.openRequest(method) ?? null;
}

type Sending = { request: OutgoingRequest; endpoint: EndpointConfig };

async function sendTraced(
  parts: Parts,
  work: DeliveryWork,
  { trace, ...sending }: Sending & { trace: AttemptTrace | null },
): Promise<AttemptResult> {
  trace?.tellAddress(sending.request.url);
  const result = await send(parts, work, sending);
  return trace === null ? result : { ...result, trace: trace.ids };
}

/** Sends the request and decides what becomes of the delivery. */
async function send(parts: Parts, work: DeliveryWork, { request, endpoint }: Sending): Promise<AttemptResult> {
  const sent = await sendAuthorized(parts, request, endpoint);
  const made = {
    status: sent.status,
    error: sent.error?.message ?? null,
    retryAfterMs: parseRetryAfter(sent.headers["retry-after"], parts.clock.now()),
  };
  const number = work.numTrials - work.budgetFrom + 1;
  const outcome = decide(made, number, work.policy, Math.random);
  const requestHeaders = toRecordedHeaders(request.headers, endpoint);
  const { method, url } = request;
  return { work, method, url, requestHeaders, sent, outcome };
}

/** The request, or why there is none: the payload cannot be the form that its endpoint takes, or fill its URL. */
async function buildOrTell(
  work: DeliveryWork,
  making: Making,
): Promise<OutgoingRequest | NoFormError | UrlTemplateError> {
  try {
    return await buildRequest(work, making);
  } catch (error) {
    if (error instanceof NoFormError || error instanceof UrlTemplateError) return error;
    throw error;
  }
}

/** The failure of a delivery whose URL cannot be filled: with the same event it never can be, so there is no retry. */
function toUnfilled(work: DeliveryWork, { endpoint, now }: Making, { message }: UrlTemplateError): AttemptResult {
  const error = { code: "url_variable", message } as const;
  const answer = { status: null, headers: {}, body: Buffer.alloc(0), bodyTruncated: false };
  return {
    work,
    method: endpoint.method,
    url: endpoint.url,
    requestHeaders: {},
    sent: { ...answer, error, startedAt: now, durationMs: 0 },
    outcome: { kind: "failure", reason: `Not sent. ${message}`, gone: false },
  };
}
