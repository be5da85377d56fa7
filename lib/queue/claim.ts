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
  q.endpoint_id as "destinationId", q.event_id as "eventId", q.num_trials as "numTrials", q.budget_from as "budgetFrom"`;

/** How many due deliveries a worker has places for in a lane; retries are counted among them, up to their own bound. */
export type LaneRoom = { readonly laneId: string; readonly room: number; readonly retryRoom: number };

export type Claim = {
  readonly workerId: string;
  /** The lanes that this worker knows. */
  readonly busy: readonly LaneRoom[];
  /** For each lane that it does not know. */
  readonly unseen: Omit<LaneRoom, "laneId">;
  /** At most so many in all. */
  readonly total: number;
};

/** Leases the rows of `due`, as they are found there by `row`, for a worker; answers them. */
export function leaseDue(workerId: string): string {
  return `update delivery_queue q set lease = ${workerId}, due_at = ${leaseUntil}
where q.ctid = any(array(select row from due))
returning ${CLAIMED}`;
}

/** The due rows of a lane that nobody else is taking, oldest first. */
function dueOf(lane: string, which: "first attempts" | "retries", limit: string): string {
  return `select ctid as row from delivery_queue
    where lane_id = ${lane} and ${which === "retries" ? "is_retry" : "not is_retry"} and due_at <= now()
    order by due_at limit ${limit}
    for update skip locked`;
}

/**
 * Leases due work fairly: from each lane with due work at most what that lane has room for here, oldest first. The
 * lanes are found by skipping from one to the next in the index, so that a lane with a million rows costs as much as a
 * lane with one. First attempts and retries are claimed side by side. Lanes come in any order, so that none is always the
 * last. Lanes of endpoints that are not active are passed over: their work waits without being touched. So are lanes of
 * devices, whose work is pulled; what is left of a disabled or deleted one's is taken to be discarded.
 */
export const CLAIM = statement("claim", (given: Given<Claim>) => {
  const workerId = given.value("uuid", (claim) => claim.workerId);
  const busy = given
    .rows((claim) => claim.busy)
    .as("busy", {
      lane_id: uuid((lane) => lane.laneId),
      room: int((lane) => lane.room),
      retry_room: int((lane) => lane.retryRoom),
    });
  const room = given.value("int", ({ unseen }) => unseen.room);
  const retryRoom = given.value("int", ({ unseen }) => unseen.retryRoom);
  const total = given.value("int", (claim) => claim.total);
  return `
with recursive lane as (
  (select lane_id from delivery_queue order by lane_id limit 1)
  union all
  select (select q.lane_id from delivery_queue q where q.lane_id > lane.lane_id order by q.lane_id limit 1)
  from lane where lane.lane_id is not null
), open_lane as (
  select lane.lane_id, coalesce(busy.room, ${room}) as room, coalesce(busy.retry_room, ${retryRoom}) as retry_room
  from lane
  left join ${busy} on busy.lane_id = lane.lane_id
  left join subscriptions s on s.id = lane.lane_id
  left join endpoints e on e.id = coalesce(s.endpoint_id, lane.lane_id)
  left join devices v on v.id = coalesce(s.device_id, lane.lane_id)
  where lane.lane_id is not null and coalesce(busy.room, ${room}) > 0
    and (v.id is null or v.is_disabled or v.deleted_at is not null)
    and (e.id is null or e.status = 'inactive' or e.deleted_at is not null
      or (e.status = 'active' and e.rate_limit = 0 and e.max_in_flight = 0 and (s.rate_limit_config is null or s.deleted_at is not null)))
  order by random()
), due as (
  select q.row
  from open_lane, lateral (
    select * from (${dueOf("open_lane.lane_id", "first attempts", "open_lane.room")}) first_attempts
    union all
    select * from (${dueOf("open_lane.lane_id", "retries", "open_lane.retry_room")}) retries
  ) q
  limit ${total}
)
${leaseDue(workerId)}`;
});

/** One lane whose bounds hold over all workers: at most `limit`, half of them retries where both wait. */
export const CLAIM_LANE = statement(
  "claim_lane",
  (given: Given<{ workerId: string; laneId: string; limit: number }>) => {
    const workerId = given.value("uuid", (claim) => claim.workerId);
    const laneId = given.value("uuid", (claim) => claim.laneId);
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
${leaseDue(workerId)}`;
  },
);
