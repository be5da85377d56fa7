import type { DeliveryWork } from "@/lib/queue/work";

/** Requests under way at once in this copy: to one endpoint, and to all together (shared fairly when many are busy). */
export type Bounds = { perLane: number; total: number };

/** Every lane may always have this many under way, so that hanging endpoints cannot use up the common bound. */
const MIN_LANE_IN_FLIGHT = 4;
/** While events press in: what a lane that is behind anyway may have under way. It catches up when they no longer do. */
const YIELDING_LANE_IN_FLIGHT = 8;
/** Leased deliveries in memory, waiting, under way or not yet settled: for one endpoint and for all. */
const MAX_LANE_HELD = 512;
const MAX_HELD = 4_096;
/** Every lane may hold this many while common places are free; after that as many as it may have under way. */
const MIN_LANE_HELD = 32;

export type Lane = {
  readonly id: string;
  readonly firstTries: DeliveryWork[];
  readonly retries: DeliveryWork[];
  inFlight: number;
  retriesInFlight: number;
  /** Places taken: reserved, queued, in flight or not yet settled. */
  held: number;
  retriesHeld: number;
  /** The store has due work for this lane that did not fit: new deliveries go behind it. */
  backlog: boolean;
  /** The same for retries, which delay no new delivery. */
  retryBacklog: boolean;
  /** After its breaker closed: how many may be under way, one more with each that ends. */
  ramp: number | null;
  /** The endpoint's own bound where it has one. */
  ownBound: number | null;
  /** Whose turn it is when first tries and retries both wait. */
  isRetryNext: boolean;
};

/** How many due deliveries a lane has places for. */
export type Room = { room: number; retryRoom: number };

/**
 * The places of this worker, per lane. A lane is an endpoint (or a project's meta events); what one lane holds never
 * takes places from another, and within a lane retries never take the places of first tries.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #inFlight = 0;
  #held = 0;

  /** `isPressed` tells that the process has more events to take in than it can at once. */
  constructor(
    private readonly bounds: Bounds,
    private readonly isPressed: () => boolean = () => false,
  ) {}

  get held(): number {
    return this.#held;
  }

  /** Lanes that hold something or have a backlog, for the claim to know how much room is left where. */
  busy(): Iterable<Lane> {
    return this.#lanes.values();
  }

  room(laneId: string): Room {
    const lane = this.#lanes.get(laneId);
    const most = this.#heldBound();
    const free = Math.min(most - (lane?.held ?? 0), this.totalRoom());
    return {
      room: Math.max(0, free),
      retryRoom: Math.max(0, Math.min(free, Math.ceil(most / 2) - (lane?.retriesHeld ?? 0))),
    };
  }

  /** Of a lane that holds nothing. */
  get defaultRoom(): Room {
    return { room: this.#heldBound(), retryRoom: Math.ceil(this.#heldBound() / 2) };
  }

  totalRoom(): number {
    return 2 * MAX_HELD - this.#held;
  }

  /** A place for a new delivery, unless the lane is full or older work waits in the store. */
  reserve(laneId: string): boolean {
    const lane = this.#lane(laneId);
    if (lane.backlog) return false;
    if (lane.held >= this.#heldBound() || this.totalRoom() <= 0) {
      lane.backlog = true;
      return false;
    }
    this.hold(laneId, false);
    return true;
  }

  hold(laneId: string, isRetry: boolean): void {
    const lane = this.#lane(laneId);
    lane.held += 1;
    if (isRetry) lane.retriesHeld += 1;
    this.#held += 1;
  }

  /** Gives a place back; true when the lane has a backlog and room enough again to be worth a claim. */
  release(laneId: string, isRetry: boolean): boolean {
    const lane = this.#lane(laneId);
    lane.held -= 1;
    if (isRetry) lane.retriesHeld -= 1;
    this.#held -= 1;
    this.#forgetIfEmpty(lane);
    const most = this.#heldBound();
    return (lane.backlog && lane.held <= most / 2) || (lane.retryBacklog && lane.retriesHeld <= most / 4);
  }

  /** What the store is known to have, or not to have, for a lane beyond what it gave. */
  setBacklog(laneId: string, backlog: { firstTries?: boolean; retries?: boolean }): void {
    const lane = backlog.firstTries || backlog.retries ? this.#lane(laneId) : this.#lanes.get(laneId);
    if (!lane) return;
    lane.backlog = backlog.firstTries ?? lane.backlog;
    lane.retryBacklog = backlog.retries ?? lane.retryBacklog;
    this.#forgetIfEmpty(lane);
  }

  /** The bounds that endpoints have of their own, by lane. */
  setOwnBounds(bounds: ReadonlyMap<string, number>): void {
    for (const lane of this.#lanes.values()) lane.ownBound = bounds.get(lane.id) ?? null;
  }

  /** What waited for an endpoint must not fall upon it at once when it comes back. */
  startSlowly(laneId: string): void {
    this.#lane(laneId).ramp = 1;
  }

  enqueue(work: DeliveryWork): void {
    const lane = this.#lane(work.laneId);
    (isRetry(work) ? lane.retries : lane.firstTries).push(work);
  }

  /** The lane's next delivery if it may start now; the caller must `finish` it. */
  start(laneId: string): DeliveryWork | undefined {
    const lane = this.#lanes.get(laneId);
    if (!lane) return undefined;
    const bound = Math.min(this.#inFlightBound(lane), lane.ramp ?? Number.POSITIVE_INFINITY);
    if (lane.inFlight >= bound) return undefined;
    const work = takeNext(lane, bound);
    if (!work) return undefined;
    lane.inFlight += 1;
    if (isRetry(work)) lane.retriesInFlight += 1;
    this.#inFlight += 1;
    return work;
  }

  finish(work: DeliveryWork): void {
    const lane = this.#lanes.get(work.laneId);
    if (lane) {
      lane.inFlight -= 1;
      if (isRetry(work)) lane.retriesInFlight -= 1;
      if (lane.ramp !== null) lane.ramp = lane.ramp < this.bounds.perLane ? lane.ramp + 1 : null;
    }
    this.#inFlight -= 1;
  }

  /** Takes out everything that has not started, for a stopping worker to give back. */
  drain(): DeliveryWork[] {
    return [...this.#lanes.values()].flatMap((lane) => [...lane.firstTries.splice(0), ...lane.retries.splice(0)]);
  }

  #inFlightBound(lane: Lane): number {
    const { perLane, total } = this.bounds;
    const own = lane.ownBound ?? perLane;
    const most = lane.backlog && this.isPressed() ? Math.min(own, YIELDING_LANE_IN_FLIGHT) : own;
    if (this.#inFlight < total / 2) return most;
    return Math.min(most, Math.max(MIN_LANE_IN_FLIGHT, Math.floor(total / this.#lanes.size)));
  }

  /** A lane may hold an eighth of what is free, so that however many are full, a late one finds a place. */
  #heldBound(): number {
    const free = MAX_HELD - this.#held;
    if (free <= 0) return MIN_LANE_IN_FLIGHT;
    return Math.min(MAX_LANE_HELD, Math.max(MIN_LANE_HELD, Math.floor(free / 8)));
  }

  #forgetIfEmpty(lane: Lane): void {
    if (lane.held === 0 && !lane.backlog && !lane.retryBacklog) this.#lanes.delete(lane.id);
  }

  #lane(laneId: string): Lane {
    let lane = this.#lanes.get(laneId);
    if (!lane) {
      lane = {
        id: laneId,
        firstTries: [],
        retries: [],
        inFlight: 0,
        retriesInFlight: 0,
        held: 0,
        retriesHeld: 0,
        backlog: false,
        retryBacklog: false,
        ramp: null,
        ownBound: null,
        isRetryNext: false,
      };
      this.#lanes.set(laneId, lane);
    }
    return lane;
  }
}

/** Whether a try of the present retry budget was made before. */
export function isRetry(work: Pick<DeliveryWork, "numTrials" | "budgetFrom">): boolean {
  return work.numTrials > work.budgetFrom;
}

/** In turn where both wait; a quarter of the places is never given to retries, which hang more often. */
function takeNext(lane: Lane, bound: number): DeliveryWork | undefined {
  const mayRetry = lane.retries.length > 0 && lane.retriesInFlight < Math.max(1, bound - Math.ceil(bound / 4));
  if (mayRetry && (lane.isRetryNext || lane.firstTries.length === 0)) {
    lane.isRetryNext = false;
    return lane.retries.shift();
  }
  lane.isRetryNext = true;
  return lane.firstTries.shift();
}
