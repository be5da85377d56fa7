import { HookyardError } from "@/lib/errors";
import type { EventLimits } from "@/lib/ingest/event-limits";
import { eventTypeOf } from "@/lib/ingest/event-type-of";
import { toForwardedHeaders } from "@/lib/ingest/forwarded-headers";
import { idempotencyKeyOf } from "@/lib/ingest/idempotency-key";
import type { Recorder } from "@/lib/ingest/recorder";
import { verify } from "@/lib/ingest/verifiers/verify";
import { parsePairs, parsePayload } from "@/lib/parse-payload";
import type { SourcePlan } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

export type ReceivedRequest = {
  maskId: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The query string without `?`. */
  query: string;
  path: string;
  /** Reads at most `limit` bytes, else throws `payload_too_large`. */
  readBody(limit: number): Promise<Buffer>;
};

export type Received = { uid: string; isDuplicate: boolean; source: SourcePlan };

export type ReceiveParts = { snapshots: SnapshotCache; recorder: Recorder; eventLimits: EventLimits };

/**
 * The life of a received webhook. Its address names the source; a disabled source refuses it. The body is read up to the
 * project's limit and verified over its raw bytes, so that nothing unverified is stored, counts as seen or uses up the
 * project's rate limit. Then it gets
 * its event type and idempotency key and is committed, already matched to its subscriptions. Only after that commit
 * does this function return, and the sender get its 2xx.
 */
export async function receive(parts: ReceiveParts, request: ReceivedRequest): Promise<Received> {
  const { snapshot, source } = await findSource(parts.snapshots, request.maskId);
  parts.eventLimits.refuse(snapshot);
  const payload = await request.readBody(snapshot.settings.max_payload_read_size);
  const { headers } = request;
  const verdict = verify(source.verifier, { headers, rawBody: payload });
  if (!verdict.ok) throw new HookyardError("unauthorized", verdict.reason);
  await parts.eventLimits.take(snapshot);

  const contentType = headers["content-type"];
  const body = once(() => parsePayload(payload, typeof contentType === "string" ? contentType : undefined));
  const recorded = await parts.recorder.record({
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
  return { ...recorded, source };
}

/** What addresses are made of; the database is not asked for anything else. */
const MASK = /^[\w-]{1,100}$/;

/** The source behind an ingest address. Throws `not_found`, or `forbidden` when it is disabled. */
export async function findSource(snapshots: SnapshotCache, maskId: string) {
  const snapshot = MASK.test(maskId) ? await snapshots.findByMask(maskId) : null;
  const source = snapshot && [...snapshot.sources.values()].find((candidate) => candidate.maskId === maskId);
  if (!snapshot || !source) throw new HookyardError("not_found", "No source has this address.");
  if (source.isDisabled) throw new HookyardError("forbidden", "This source is disabled and takes no events.");
  return { snapshot, source };
}

function findIdempotencyKey(source: SourcePlan, request: ReceivedRequest, body: () => unknown): string | null {
  const { idempotencyKeys } = source;
  if (idempotencyKeys.length === 0) return null;
  const needsBody = idempotencyKeys.some((part) => part.startsWith("request.body."));
  return idempotencyKeyOf([...idempotencyKeys], {
    headers: request.headers,
    query: parsePairs(request.query),
    body: needsBody ? body() : undefined,
  });
}

function secretHeaderOf({ verifier }: SourcePlan): string | null {
  return verifier.type === "api_key" ? verifier.api_key.header_name.toLowerCase() : null;
}

function once<T>(compute: () => T): () => T {
  let result: { value: T } | null = null;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
