import type { KeyObject } from "node:crypto";
import { answerFound, type ChallengeParts, toReceived } from "@/lib/intake/answer-challenge";
import { answerIfHandshake, type HandshakeParts } from "@/lib/intake/answer-handshake";
import type { EventLimits } from "@/lib/intake/event-limits";
import { eventTypeOf } from "@/lib/intake/event-type-of";
import { findSource, refuseDisabled } from "@/lib/intake/find-source";
import { toForwardedHeaders } from "@/lib/intake/forwarded-headers";
import { noteRefusal, type RefusedRequest } from "@/lib/intake/note-refusal";
import type { RecordedEvent, Recorder } from "@/lib/intake/recorder";
import type { RefusalLog } from "@/lib/intake/refusal-log";
import { HookyardError } from "@/lib/kernel/errors";
import type { Challenge, ChallengeAnswer } from "@/lib/providers/challenge";
import { idempotencyKeyOf } from "@/lib/providers/idempotency-key";
import { providers } from "@/lib/providers/providers.gen";
import { findChallenge } from "@/lib/providers/verification/answer";
import { readEventType } from "@/lib/providers/verification/read-event-type";
import type { Received } from "@/lib/providers/verification/received";
import type { Verdict } from "@/lib/providers/verification/verdict";
import type { SourceConfig } from "@/lib/snapshots/snapshot";
import type { FoundSource } from "@/lib/snapshots/snapshot-cache";
import type { TraceContext } from "@/lib/tracing/tracing";
import { parsePairs, parsePayload } from "@/lib/wire/parse-payload";

/** Header names are in lower case. */
export type ReceivedRequest = RefusedRequest & {
  maskId: string;
  /** The query string without `?`. */
  query: string;
  path: string;
  /** Its span, if its trace is kept. */
  trace?: TraceContext | undefined;
  /** Reads at most `limit` bytes, else throws `payload_too_large`. */
  readBody(limit: number): Promise<Buffer>;
};

/** What a request led to: an event, or the answer to a challenge or a handshake of its provider. */
export type Outcome =
  | { kind: "event"; uid: string; isDuplicate: boolean; source: SourceConfig }
  | { kind: "challenge"; answer: ChallengeAnswer };

export type ReceiveParts = ChallengeParts &
  HandshakeParts & {
    recorder: Recorder;
    eventLimits: EventLimits;
    refusals: RefusalLog;
  };

/**
 * The life of a received webhook. Its address names the source; a disabled source refuses it. The body is read up to
 * the project's limit and verified over its raw bytes, so that nothing unverified is stored, counted as seen or charged
 * to the project's rate limit. A secret that its provider hands over is taken if the source waits for one, and a challenge
 * of its provider is answered; both are no events. Any other request gets its event type and idempotency key and is
 * committed, already matched to its subscriptions. Only after that commit does this function return, and the sender get
 * its 2xx. Refusals are noted for the source's admin.
 */
export async function receive(parts: ReceiveParts, request: ReceivedRequest): Promise<Outcome> {
  const found = await findSource(parts.snapshots, request.maskId);
  const read: { payload?: Buffer } = {};
  let admitted: Admitted;
  try {
    admitted = await admit(parts, found, { request, read });
  } catch (error) {
    noteRefusal(parts.refusals, found, request, { error, bodySize: read.payload?.length });
    throw error;
  }
  const { received, challenge, answer } = admitted;
  if (answer) return { kind: "challenge", answer };
  if (challenge)
    return { kind: "challenge", answer: await answerFound(parts, found, { challenge, received, request }) };
  return { kind: "event", ...(await record(parts.recorder, found, request, received)), source: found.source };
}

/** A request that may be taken: it is proved, or it asks what may be asked without a proof. */
type Admitted = { received: Received; challenge: Challenge | null; answer: ChallengeAnswer | null };

/** Reads a request and throws why it is refused. What was read of it stands in `read` then, too. */
async function admit(
  parts: ReceiveParts,
  found: FoundSource,
  { request, read }: { request: ReceivedRequest; read: { payload?: Buffer } },
): Promise<Admitted> {
  const { source, snapshot } = found;
  refuseDisabled(source);
  parts.eventLimits.refuse(snapshot);
  read.payload = await request.readBody(snapshot.settings.max_payload_read_size);
  const received = toReceived(parts, request, read.payload);
  const answer =
    source.verification.handshake && (await answerIfHandshake(parts, found, { received, address: request.address }));
  if (answer) return { received, challenge: null, answer };
  const challenge = findChallenge(source.verification.challenges, received);
  if (challenge?.isSigned !== false) {
    const { verification } = source;
    const key = verification.needsKey ? await getPublishedKey(parts, source, received) : undefined;
    refuseUnproved(verification.verify(received.request, parts.clock.now().getTime(), key));
  }
  if (!challenge) await parts.eventLimits.take(snapshot);
  return { received, challenge, answer: null };
}

/** The key that proves a request of a provider that publishes its keys; undefined for any other. */
async function getPublishedKey(
  { providerKeys, clock }: ReceiveParts,
  { id, verification }: SourceConfig,
  received: Received,
): Promise<KeyObject | undefined> {
  const needed = verification.neededKey(received, clock.now().getTime());
  if (needed === null) return undefined;
  if ("code" in needed) throw new HookyardError("unauthorized", needed.message, { reason: needed.code });
  return providerKeys.get(needed, id);
}

function refuseUnproved(verdict: Verdict): void {
  if (!verdict.ok) throw new HookyardError("unauthorized", verdict.message, { reason: verdict.code });
}

function record(
  recorder: Recorder,
  { snapshot, source }: FoundSource,
  request: ReceivedRequest,
  received: Received,
): Promise<RecordedEvent> {
  const { headers } = request;
  const payload = received.request.rawBody;
  const provider = source.provider && providers[source.provider];
  const contentType = headers["content-type"];
  const body = once(() => parsePayload(payload, typeof contentType === "string" ? contentType : undefined));
  return recorder.record({
    projectId: snapshot.id,
    sourceId: source.id,
    eventType: eventTypeOf(source, headers, body, () => (provider ? readEventType(provider, received) : null)),
    headers: toForwardedHeaders(headers, source.verification.secretHeader, source.forwardHeaders),
    payload,
    urlQueryParams: request.query,
    path: request.path,
    idempotencyKey: findIdempotencyKey(source, request, body),
    target: null,
    trace: request.trace,
  });
}

function findIdempotencyKey(source: SourceConfig, request: ReceivedRequest, body: () => unknown): string | null {
  const { idempotencyKeys } = source;
  if (idempotencyKeys.length === 0) return null;
  const needsBody = idempotencyKeys.some((part) => part.startsWith("request.body."));
  return idempotencyKeyOf([...idempotencyKeys], {
    headers: request.headers,
    query: parsePairs(request.query),
    body: needsBody ? body() : undefined,
  });
}

function once<T>(compute: () => T): () => T {
  let result: { value: T } | null = null;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
