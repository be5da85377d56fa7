import { type Given, int, statement, uuid } from "@/lib/db/statement";
import { leaseUntil } from "@/lib/queue/lease";

/** A row of the queue that was leased. */
export type Claimed = {
  projectId: string;
  deliveryId: string;
  kind: "delivery" | "meta_event";
  laneId: string;
  /** Of its endpoint or device; null for a meta event. */
  destinationId: string | null;
  /** Null for a meta event. */
  eventId: string | null;
  numTrials: number;
  budgetFrom: number;
};

export const CLAIMED = `q.project_id as "projectId", q.delivery_id as "deliveryId", q.kind, q.lane_id as "laneId",
  q.destination_id as "destinationId", q.event_id as "eventId", q.num_trials as "numTrials", q.budget_from as "budgetFrom"`;

/** How many due deliveries a worker has places for in a lane; retries are counted among them, up to their own bound. */
export type LaneRoom = { readonly laneId: string; readonly room: number; readonly retryRoom: number };

export type Claim = {
  readonly workerId: string;
  /** In the order in which they are served. */
  readonly lanes: readonly LaneRoom[];
  /** At most so many in all. */
  readonly total: number;
};

/** Leases the rows of `due`, as they are found there by `row`, for a worker; answers them. */
export function leaseDue(workerId: string, boundTo = "null"): string {
  return `update delivery_queue q set lease = ${workerId}, bound_to = ${boundTo}, due_at = ${leaseUntil}
where q.ctid = any(array(select row from due))
returning ${CLAIMED}`;
}

/** The due rows of a lane that nobody else is taking, oldest first. */
function dueOf(lane: string, which: "first attempts" | "retries", limit: string): string {
  return `select ctid as row from delivery_queue
    where lane_id = ${lane} and ${which === "retries" ? "is_retry" : "not is_retry"} and lease is null and due_at <= now()
    order by due_at limit ${limit}
    for update skip locked`;
}

/**
 * Leases due work: from each lane at most what there is room for here, oldest first. First attempts and retries are claimed
 * side by side. Whether the lanes' endpoints take work is the caller's to know: see `FIND_DUE_LANES`.
 */
export const CLAIM = statement("claim", (given: Given<Claim>) => {
  const workerId = given.value("uuid", (claim) => claim.workerId);
  const lanes = given
    .rows((claim) => claim.lanes)
    .as("lane", {
      lane_id: uuid((lane) => lane.laneId),
      room: int((lane) => lane.room),
      retry_room: int((lane) => lane.retryRoom),
    });
  return `
with due as (
  select q.row
  from ${lanes}, lateral (
    select * from (${dueOf("lane.lane_id", "first attempts", "lane.room")}) first_attempts
    union all
    select * from (${dueOf("lane.lane_id", "retries", "lane.retry_room")}) retries
  ) q
  limit ${given.value("int", (claim) => claim.total)}
)
${leaseDue(workerId)}`;
});

type ClaimLane = {
  readonly workerId: string;
  readonly laneId: string;
  /** The endpoint whose `max_in_flight` counts what is leased; null where it has none. */
  readonly boundTo: string | null;
  readonly limit: number;
};

/** One lane whose bounds hold over all workers: at most `limit`, half of them retries where both wait. */
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
