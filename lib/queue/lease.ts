import { type Given, statement } from "@/lib/db/statement";

/** How long a lease lasts without renewal. The work of a dead worker becomes available after this at the latest. */
export const LEASE_SECONDS = 60;

/** A lease is a visibility timeout: it moves `due_at` to its end, when another worker frees the work of a dead one. */
export const leaseUntil = `now() + interval '${LEASE_SECONDS} seconds'`;

/** What statements that free leases return: the lanes of the freed work. */
const LANES = `returning q.project_id as "projectId", q.lane_id as "laneId"`;

/** Rows of the queue that are leased to one worker. */
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
 * Gives back work that was not attempted: it is due at once for any worker, and no attempt is used up. Returns the
 * lanes, which the caller marks due.
 */
export const RELEASE = statement(
  "release",
  (given: Given<Leases>) =>
    `update delivery_queue q set lease = null, due_at = now() where ${isLeasedBy(given)} ${LANES}`,
);

/** Renews the leases of work that takes long. Returns `delivery_id` of those that this worker still has. */
export const RENEW = statement(
  "renew",
  (given: Given<Leases>) =>
    `update delivery_queue q set due_at = ${leaseUntil} where ${isLeasedBy(given)} returning delivery_id`,
);

/** All leases that a worker has in the database. */
export const LIST_LEASES = statement(
  "list_leases",
  (given: Given<string>) =>
    `select project_id as "projectId", delivery_id as "deliveryId" from delivery_queue
     where lease = ${given.value("uuid", (workerId) => workerId)}`,
);

/** Frees all leases of a worker that has stopped or died. Returns the lanes. */
export const RELEASE_ALL = statement(
  "release_all",
  (given: Given<string>) =>
    `update delivery_queue q set lease = null, due_at = now()
     where q.lease = ${given.value("uuid", (workerId) => workerId)} ${LANES}`,
);

/** How many leases one statement frees. */
export const MOST_EXPIRED = 1_000;

/**
 * Frees expired leases, of an unreachable worker or of a device that did not report. Leases that expired before `since`
 * were freed earlier, so their index entries are not read again. Returns the lanes.
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
