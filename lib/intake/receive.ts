import type { EventLimits } from "@/lib/intake/event-limits";
import { eventTypeOf } from "@/lib/intake/event-type-of";
import { findSource, refuseDisabled } from "@/lib/intake/find-source";
import { toForwardedHeaders } from "@/lib/intake/forwarded-headers";
import { noteRefusal, type RefusedRequest } from "@/lib/intake/note-refusal";
import type { RecordedEvent, Recorder } from "@/lib/intake/recorder";
import type { RefusalLog } from "@/lib/intake/refusal-log";
import { HookyardError } from "@/lib/kernel/errors";
import { idempotencyKeyOf } from "@/lib/providers/idempotency-key";
import { verify } from "@/lib/providers/verifiers/verify";
import type { SourceConfig } from "@/lib/snapshots/snapshot";
import type { FoundSource, SnapshotCache } from "@/lib/snapshots/snapshot-cache";
import { parsePairs, parsePayload } from "@/lib/wire/parse-payload";

/** Header names are in lower case. */
export type ReceivedRequest = RefusedRequest & {
  maskId: string;
  /** The query string without `?`. */
  query: string;
  path: string;
  /** Reads at most `limit` bytes, else throws `payload_too_large`. */
  readBody(limit: number): Promise<Buffer>;
};

export type Received = { uid: string; isDuplicate: boolean; source: SourceConfig };

export type ReceiveParts = {
  snapshots: SnapshotCache;
  recorder: Recorder;
  eventLimits: EventLimits;
  refusals: RefusalLog;
};

/**
 * The life of a received webhook. Its address names the source; a disabled source refuses it. The body is read up to
 * the project's limit and verified over its raw bytes, so that nothing unverified is stored, counted as seen or charged
 * to the project's rate limit. Then the event gets its type and idempotency key and is committed, already matched to
 * its subscriptions. Only after that commit does this function return, and the sender get its 2xx. Refusals are noted
 * for the source's admin.
 */
export async function receive(parts: ReceiveParts, request: ReceivedRequest): Promise<Received> {
  const found = await findSource(parts.snapshots, request.maskId);
  let payload: Buffer | undefined;
  try {
    refuseDisabled(found.source);
    parts.eventLimits.refuse(found.snapshot);
    payload = await request.readBody(found.snapshot.settings.max_payload_read_size);
    const verdict = verify(found.source.verifier, { headers: request.headers, rawBody: payload });
    if (!verdict.ok) throw new HookyardError("unauthorized", verdict.reason);
    await parts.eventLimits.take(found.snapshot);
  } catch (error) {
    noteRefusal(parts.refusals, found, request, { error, bodySize: payload?.length });
    throw error;
  }
  return { ...(await record(parts.recorder, found, request, payload)), source: found.source };
}

function record(
  recorder: Recorder,
  { snapshot, source }: FoundSource,
  request: ReceivedRequest,
  payload: Buffer,
): Promise<RecordedEvent> {
  const { headers } = request;
  const contentType = headers["content-type"];
  const body = once(() => parsePayload(payload, typeof contentType === "string" ? contentType : undefined));
  return recorder.record({
    projectId: snapshot.id,
    sourceId: source.id,
    eventType: eventTypeOf(source, headers, body),
    headers: toForwardedHeaders(headers, secretHeaderOf(source), source.forwardHeaders),
    payload,
    urlQueryParams: request.query,
    path: request.path,
    idempotencyKey: findIdempotencyKey(source, request, body),
    target: null,
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

function secretHeaderOf({ verifier }: SourceConfig): string | null {
  return verifier.type === "api_key" ? verifier.api_key.header_name.toLowerCase() : null;
}

function once<T>(compute: () => T): () => T {
  let result: { value: T } | null = null;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
