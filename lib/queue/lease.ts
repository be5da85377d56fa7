import { type Given, statement } from "@/lib/db/statement";

/** How long a lease holds without renewal. A dead worker's work comes back after this at the latest. */
export const LEASE_SECONDS = 60;

/** A lease is a visibility time-out: it moves `due_at` to its end, when whoever looks frees the work of a dead worker. */
export const leaseUntil = `now() + interval '${LEASE_SECONDS} seconds'`;

/** What the statements that free leases answer: the lanes of what may be claimed again, as `projectId` and `laneId`. */
const LANES = `returning q.project_id as "projectId", q.lane_id as "laneId"`;

/** Ids of the queue's rows, leased to one worker. */
export type Leases = {
  readonly workerId: string;
  readonly items: readonly { readonly projectId: string; readonly deliveryId: string }[];
};

/** The condition that a row of the queue `q` is among these leases and still this worker's. */
export function isLeasedBy(given: Given<Leases>): string {
  const workerId = given.value("uuid", (leases) => leases.workerId);
  const projectIds = given.list("uuid", ({ items }) => items.map(({ projectId }) => projectId));
  const ids = given.list("uuid", ({ items }) => items.map(({ deliveryId }) => deliveryId));
  return `(q.lease = ${workerId}) is true and q.project_id = any(${projectIds}) and q.delivery_id = any(${ids})`;
}

/**
 * Gives work back that was not attempted: it is due at once for whoever may take it, and no attempt is used up. Answers the
 * lanes, which are to be marked due.
 */
export const RELEASE = statement(
  "release",
  (given: Given<Leases>) =>
    `update delivery_queue q set lease = null, due_at = now() where ${isLeasedBy(given)} ${LANES}`,
);

/** Keeps the leases of work that takes long; answers `delivery_id` of those that this worker still has. */
export const RENEW = statement(
  "renew",
  (given: Given<Leases>) =>
    `update delivery_queue q set due_at = ${leaseUntil} where ${isLeasedBy(given)} returning delivery_id`,
);

/** All that the store says a worker has, as `projectId` and `deliveryId`. */
export const LIST_LEASES = statement(
  "list_leases",
  (given: Given<string>) =>
    `select project_id as "projectId", delivery_id as "deliveryId" from delivery_queue
     where lease = ${given.value("uuid", (workerId) => workerId)}`,
);

/** What a worker still has is due at once for the others: it has stopped, or is dead. Answers the lanes. */
export const RELEASE_ALL = statement(
  "release_all",
  (given: Given<string>) =>
    `update delivery_queue q set lease = null, due_at = now()
     where q.lease = ${given.value("uuid", (workerId) => workerId)} ${LANES}`,
);

/** So many are freed at once. */
export const MOST_EXPIRED = 1_000;

/**
 * Frees leases that ran out: of a worker that cannot be reached, or of a device that did not report. Those that had run out
 * by `since` were freed before, so that what the index still has of them is not read again. Answers the lanes.
 */
export const RELEASE_EXPIRED = statement(
  "release_expired",
  (given: Given<Date | null>) => `
update delivery_queue q set lease = null, due_at = now()
where q.ctid = any(array(
  select ctid from delivery_queue
  where lease is not null and due_at > coalesce(${given.value("timestamptz", (since) => since)}, '-infinity') and due_at <= now()
  order by due_at limit ${MOST_EXPIRED}
  for update skip locked
)) ${LANES}`,
);
