import type { NotDelivered } from "@/lib/intake/not-delivered";

/**
 * Whom an event created by API is for: one endpoint, the subscriptions of all endpoints of an owner, or all. `directly`
 * is for that endpoint alone: no device hears it. An event of a source has no target and goes to its subscriptions.
 */
export type EventTarget = { endpoint_id: string; directly?: true } | { owner_id: string } | { broadcast: true };

/** One accepted event on its way into the store. */
export type IncomingEvent = {
  projectId: string;
  sourceId: string | null;
  eventType: string;
  /** Lower-case names; what is forwarded to receivers beside our own headers. */
  headers: Record<string, string>;
  payload: Buffer;
  /** Without the leading `?`. */
  urlQueryParams: string;
  path: string;
  idempotencyKey: string | null;
  target: EventTarget | null;
  /** Absent for what did not come from a broker or the like. */
  message?: MessageIdentity;
  /** Why it can be no event although it came: it is kept as one of status Failure, and goes nowhere. */
  refusal?: string;
  /** How far its source is read once this is committed; saved in the same transaction. */
  position?: SourcePosition;
};

/** `version` only grows: an older position never replaces a newer one. */
export type SourcePosition = { version: bigint; position: object };

/**
 * What the consumed source calls a message. With `mayRepeat` a key that was seen can only be the same message once more,
 * and nothing is stored; otherwise it is stored as a duplicate, because the sender may have used the key twice.
 */
export type MessageIdentity = {
  key: string;
  mayRepeat: boolean;
  /** How long it is known again after it was last seen; the project's window, or a day, when left out. */
  rememberSeconds?: number;
};

/** A message that came once more is a duplicate too; nothing was stored for it, so that its `uid` is no event's. */
export type RecordedEvent = {
  uid: string;
  isDuplicate: boolean;
  /** How many are to be sent; those that are only recorded as Discarded do not count. Null while routing is pending. */
  deliveries: number | null;
  /** Set when none is to be sent. */
  reason: NotDelivered | null;
};

/**
 * Commits events. The promise resolves after the commit, so that whoever answers 2xx after it never lies;
 * it rejects with `unavailable` when the store is away or the backlog in memory is full.
 */
export type Recorder = {
  record(event: IncomingEvent): Promise<RecordedEvent>;
  /** Waits until everything taken is committed; takes nothing more. */
  close(): Promise<void>;
};
