import type { Ask } from "@/lib/db/ask";
import { type Given, statement } from "@/lib/db/statement";
import { type Destination, toDestination } from "@/lib/queue/destination";
import { findSequences, lockSequences, type Ordered, tryLockSequences } from "@/lib/queue/order";
import type { State, StoredStatus } from "@/lib/queue/transition";

/** `wait` for rows that are locked, or `skip` them: skipping cannot deadlock. */
export type Patience = "wait" | "skip";

/** A delivery that the caller may change until its transaction ends. */
export type LockedDelivery = {
  readonly id: string;
  readonly state: NonNullable<State>;
  readonly destination: Destination;
  readonly eventId: string;
  readonly eventType: string;
  readonly subscriptionId: string | null;
  readonly numTrials: number;
};

export type Locked = {
  readonly deliveries: readonly LockedDelivery[];
  /** Being attempted at this moment. */
  readonly leased: ReadonlySet<string>;
  /** Locked by another transaction at this moment; empty with `wait`. */
  readonly busy: ReadonlySet<string>;
  /** Not found (any more). */
  readonly gone: readonly string[];
  /** The positions of those that are in a sequence. */
  readonly ordered: readonly Ordered[];
};

type Wanted = { readonly projectId: string; readonly ids: readonly string[] };

/**
 * Locks deliveries in the order in which workers settle: sequences, rows of the queue, deliveries. Part of the caller's
 * transaction. The ids must not repeat.
 */
export async function lockDeliveries(ask: Ask, { projectId, ids }: Wanted, patience: Patience): Promise<Locked> {
  const ordered = await findSequences(ask, projectId, ids);
  const lockedElsewhere = patience === "skip" ? await tryLockSequences(ask, ordered) : new Set<string>();
  if (patience === "wait") await lockSequences(ask, ordered);
  const queued = await lockQueued(ask, { projectId, ids: ids.filter((id) => !lockedElsewhere.has(id)) }, patience);
  const busy = new Set([...lockedElsewhere, ...queued.busy]);
  const free = ids.filter((id) => !queued.leased.has(id) && !busy.has(id));
  const rows = free.length === 0 ? [] : await ask<Row>(LOCK_DELIVERIES[patience]({ projectId, ids: free }));
  const found = new Set(rows.map(({ id }) => id));
  const missing = free.filter((id) => !found.has(id));
  const there = missing.length === 0 ? [] : await ask<{ id: string }>(FIND({ projectId, ids: missing }));
  for (const { id } of there) busy.add(id);
  return {
    deliveries: rows.map(toLocked),
    leased: queued.leased,
    busy,
    gone: missing.filter((id) => !busy.has(id)),
    ordered,
  };
}

/**
 * Locks the queue's rows of deliveries or meta events, if there are any. Call it before their own rows are locked.
 * Returns those that a worker is attempting, and those that another transaction has locked.
 */
export async function lockQueued(
  ask: Ask,
  wanted: Wanted,
  patience: Patience,
): Promise<{ leased: Set<string>; busy: Set<string> }> {
  type Queued = { id: string; is_leased: boolean };
  if (wanted.ids.length === 0) return { leased: new Set(), busy: new Set() };
  const locked = await ask<Queued>(LOCK_QUEUED[patience](wanted));
  const all = patience === "wait" ? locked : await ask<Queued>(READ_QUEUED(wanted));
  const mine = new Set(locked.map(({ id }) => id));
  const leased = all.filter(({ is_leased }) => is_leased);
  const busy = all.filter(({ id, is_leased }) => !is_leased && !mine.has(id));
  return { leased: new Set(leased.map(({ id }) => id)), busy: new Set(busy.map(({ id }) => id)) };
}

const IS_LEASED = "(lease is not null and due_at > now())";

function among(given: Given<Wanted>, column: string): string {
  const projectId = given.value("uuid", (wanted) => wanted.projectId);
  return `project_id = ${projectId} and ${given.ids(({ ids }) => ids).has(column)}`;
}

const QUEUED = (given: Given<Wanted>) =>
  `select delivery_id as id, ${IS_LEASED} as is_leased from delivery_queue where ${among(given, "delivery_id")}`;

const READ_QUEUED = statement("read_queued", QUEUED);

const LOCK_QUEUED = {
  wait: statement<Wanted>("lock_queued", (given) => `${QUEUED(given)} order by delivery_id for update`),
  skip: statement<Wanted>(
    "try_lock_queued",
    (given) => `${QUEUED(given)} and not ${IS_LEASED} order by delivery_id for update skip locked`,
  ),
};

type Row = {
  id: string;
  status: StoredStatus;
  num_trials: number;
  endpoint_id: string | null;
  device_id: string | null;
  subscription_id: string | null;
  event_id: string;
  event_type: string;
  is_head: boolean;
};

const DELIVERIES = (given: Given<Wanted>) => `
select id, status, num_trials, endpoint_id, device_id, subscription_id, event_id, event_type,
  exists (
    select from ordered_deliveries o where o.project_id = d.project_id and o.delivery_id = d.id and o.is_head
  ) as is_head
from event_deliveries d where ${among(given, "id")} order by id for update of d`;

const LOCK_DELIVERIES = {
  wait: statement<Wanted>("lock_deliveries", DELIVERIES),
  skip: statement<Wanted>("try_lock_deliveries", (given) => `${DELIVERIES(given)} skip locked`),
};

const FIND = statement<Wanted>(
  "find_deliveries",
  (given) => `select id from event_deliveries where ${among(given, "id")}`,
);

function toLocked(row: Row): LockedDelivery {
  const holdsOrder = row.is_head && row.status === "Failure";
  return {
    id: row.id,
    state: { status: row.status, isLeased: false, holdsOrder },
    destination: toDestination(row),
    eventId: row.event_id,
    eventType: row.event_type,
    subscriptionId: row.subscription_id,
    numTrials: row.num_trials,
  };
}
