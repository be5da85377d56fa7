import { type Given, int, statement, uuid } from "@/lib/db/statement";
import { leaseUntil } from "@/lib/queue/lease";

/** A leased row of the queue. */
export type Claimed = {
  projectId: string;
  deliveryId: string;
  kind: "delivery" | "meta_event";
  laneId: string;
  /** The id of the endpoint or device; null for a meta event. */
  destinationId: string | null;
  /** Null for a meta event. */
  eventId: string | null;
  numTrials: number;
  budgetFrom: number;
};

export const CLAIMED = `q.project_id as "projectId", q.delivery_id as "deliveryId", q.kind, q.lane_id as "laneId",
  q.destination_id as "destinationId", q.event_id as "eventId", q.num_trials as "numTrials", q.budget_from as "budgetFrom"`;

/** How many due deliveries of a lane a worker has free places for. Retries count among them, up to their own bound. */
export type LanePlaces = { readonly laneId: string; readonly free: number; readonly freeRetries: number };

export type Claim = {
  readonly workerId: string;
  /** Lanes are served in this order. */
  readonly lanes: readonly LanePlaces[];
  /** The bound over all lanes. */
  readonly total: number;
};

/** Leases the rows named by `due` to a worker and returns them. */
export function leaseDue(workerId: string, boundTo = "null"): string {
  return `update delivery_queue q set lease = ${workerId}, bound_to = ${boundTo}, due_at = ${leaseUntil}
where q.ctid = any(array(select row from due))
returning ${CLAIMED}`;
}

/** The oldest due rows of a lane that no other worker is taking. */
function dueOf(lane: string, which: "first attempts" | "retries", limit: string): string {
  return `select ctid as row from delivery_queue
    where lane_id = ${lane} and ${which === "retries" ? "is_retry" : "not is_retry"} and lease is null and due_at <= now()
    order by due_at limit ${limit}
    for update skip locked`;
}

/**
 * Leases due work: from each lane at most as much as the worker has free places for, oldest first. First attempts and
 * retries are claimed side by side. The caller knows whether the lanes' endpoints take work: see `FIND_DUE_LANES`.
 */
export const CLAIM = statement("claim", (given: Given<Claim>) => {
  const workerId = given.value("uuid", (claim) => claim.workerId);
  const lanes = given
    .rows((claim) => claim.lanes)
    .as("lane", {
      lane_id: uuid((lane) => lane.laneId),
      free: int((lane) => lane.free),
      free_retries: int((lane) => lane.freeRetries),
    });
  return `
with due as (
  select q.row
  from ${lanes}, lateral (
    select * from (${dueOf("lane.lane_id", "first attempts", "lane.free")}) first_attempts
    union all
    select * from (${dueOf("lane.lane_id", "retries", "lane.free_retries")}) retries
  ) q
  limit ${given.value("int", (claim) => claim.total)}
)
${leaseDue(workerId)}`;
});

type ClaimLane = {
  readonly workerId: string;
  readonly laneId: string;
  /** The endpoint whose `max_in_flight` counts these leases; null if it has none. */
  readonly boundTo: string | null;
  readonly limit: number;
};

/** Leases from one lane whose bounds hold over all workers: at most `limit`, half of them retries if both wait. */
export const CLAIM_LANE = statement("claim_lane", (given: Given<ClaimLane>) => {
  const workerId = given.value("uuid", (claim) => claim.workerId);
  const laneId = given.value("uuid", (claim) => claim.laneId);
  const boundTo = given.value("uuid", (claim) => claim.boundTo);
  const limit = given.value("int", (claim) => claim.limit);
  return `
with first_attempts as (
  select row, row_number() over () as turn, 0 as kind from (${dueOf(laneId, "first attempts", limit)}) due
), retries as (
  select row, row_number() over () as turn, 1 as kind from (${dueOf(laneId, "retries", limit)}) due
), due as (
  select row from (select * from first_attempts union all select * from retries) both_kinds
  order by turn, kind limit ${limit}
)
${leaseDue(workerId, boundTo)}`;
});
