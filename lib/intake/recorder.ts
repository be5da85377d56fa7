import type { NotDelivered } from "@/lib/intake/not-delivered";
import type { Labels } from "@/lib/queue/recording";
import type { TraceContext } from "@/lib/tracing/tracing";

/**
 * The recipients of an event created by API: one endpoint, the subscriptions of all endpoints of an owner, or all.
 * `directly` means that endpoint alone, without devices. An event of a source has no target and goes to its
 * subscriptions.
 */
export type EventTarget = { endpoint_id: string; directly?: true } | { owner_id: string } | { broadcast: true };

/** One accepted event on its way into the database. */
export type IncomingEvent = {
  projectId: string;
  sourceId: string | null;
  eventType: string;
  /** Names in lower case; forwarded to receivers besides our own headers. */
  headers: Record<string, string>;
  payload: Buffer;
  /** Without the leading `?`. */
  urlQueryParams: string;
  path: string;
  idempotencyKey: string | null;
  target: EventTarget | null;
  /** When its deliveries are to be sent; absent for at once. */
  deliverAt?: Date;
  /** Absent if its sender calls it nothing. */
  labels?: Labels;
  /** Absent unless the event came from a broker or a similar source. */
  message?: MessageIdentity;
  /** Why the message cannot be an event: it is stored with status Failure, and sent nowhere. */
  refusal?: string;
  /** How far its source is read once this is committed; saved in the same transaction. */
  position?: SourcePosition;
  /** The span of the request that brought it; absent if its trace is not kept, or if no request did. */
  trace?: TraceContext | undefined;
};

/** The memory of an event besides its payload: headers and the open request. */
const EVENT_OVERHEAD_BYTES = 2_048;

/** The memory, in bytes, that an event takes while it waits for its commit. */
export function weightOf({ payload }: IncomingEvent): number {
  return payload.length + EVENT_OVERHEAD_BYTES;
}

/** `version` only grows: an older position never replaces a newer one. */
export type SourcePosition = { version: bigint; position: object };

/**
 * The consumed source's id of a message. With `mayRepeat` a seen key can only be a redelivery, and nothing is stored;
 * otherwise the message is stored as a duplicate, because the sender may have used the key twice.
 */
export type MessageIdentity = {
  key: string;
  mayRepeat: boolean;
  /** How long a key is remembered after it was last seen; defaults to the project's window, or a day. */
  rememberSeconds?: number;
};

/** A redelivered message is a duplicate too; nothing was stored for it, so its `uid` belongs to no event. */
export type RecordedEvent = {
  uid: string;
  isDuplicate: boolean;
  /** How many deliveries will be sent; those recorded as Discarded do not count. Null while routing is pending. */
  deliveries: number | null;
  /** Present if none will be sent. */
  reason: NotDelivered | null;
};

/**
 * Commits events. The promise resolves after the commit, so that a 2xx sent after it never lies; it rejects with
 * `unavailable` if the database is unreachable or the backlog in memory is full.
 */
export type Recorder = { record(event: IncomingEvent): Promise<RecordedEvent> };
