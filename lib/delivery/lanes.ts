import type { DeliveryWork } from "@/lib/delivery/work";

/** Requests under way at once to one endpoint, and to all together (shared fairly when many are busy). */
export const MAX_LANE_IN_FLIGHT = 64;
const MAX_IN_FLIGHT = 512;
/** Every lane may always have this many under way, so that hanging endpoints cannot use up the common bound. */
const MIN_LANE_IN_FLIGHT = 4;
/** Leased deliveries in memory, waiting, under way or not yet settled: for one endpoint and for all. */
const MAX_LANE_HELD = 512;
const MAX_HELD = 4_096;

export type Lane = {
  readonly id: string;
  readonly queue: DeliveryWork[];
  inFlight: number;
  /** Places taken: reserved, queued, in flight or not yet settled. */
  held: number;
  /** The store has due work for this lane that did not fit: new deliveries go behind it. */
  backlog: boolean;
  /** After its breaker closed: how many may be under way, one more with each that ends. */
  ramp: number | null;
};

/**
 * The places of this worker, per lane. A lane is an endpoint (or a project's meta events); what one lane holds never
 * takes places from another.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #inFlight = 0;
  #held = 0;

  get held(): number {
    return this.#held;
  }

  /** Lanes that hold something or have a backlog, for the claim to know how much room is left where. */
  busy(): Iterable<Lane> {
    return this.#lanes.values();
  }

  room(laneId: string): number {
    const lane = this.#lanes.get(laneId);
    return Math.min(MAX_LANE_HELD - (lane?.held ?? 0), this.totalRoom());
  }

  get defaultRoom(): number {
    return MAX_LANE_HELD;
  }

  totalRoom(): number {
    return MAX_HELD - this.#held;
  }

  /** A place for a new delivery, unless the lane is full or older work waits in the store. */
  reserve(laneId: string): boolean {
    const lane = this.#lane(laneId);
    if (lane.backlog) return false;
    if (lane.held >= MAX_LANE_HELD || this.#held >= MAX_HELD) {
      lane.backlog = true;
      return false;
    }
    this.hold(laneId);
    return true;
  }

  hold(laneId: string): void {
    this.#lane(laneId).held += 1;
    this.#held += 1;
  }

  /** Gives a place back; true when the lane has a backlog and room enough again to be worth a claim. */
  release(laneId: string): boolean {
    const lane = this.#lane(laneId);
    lane.held -= 1;
    this.#held -= 1;
    if (lane.held === 0 && !lane.backlog) this.#lanes.delete(laneId);
    return lane.backlog && lane.held <= MAX_LANE_HELD / 2;
  }

  setBacklog(laneId: string, backlog: boolean): void {
    const lane = backlog ? this.#lane(laneId) : this.#lanes.get(laneId);
    if (!lane) return;
    lane.backlog = backlog;
    if (!backlog && lane.held === 0) this.#lanes.delete(laneId);
  }

  /** What waited for an endpoint must not fall upon it at once when it comes back. */
  startSlowly(laneId: string): void {
    this.#lane(laneId).ramp = 1;
  }

  enqueue(work: DeliveryWork): void {
    this.#lane(work.laneId).queue.push(work);
  }

  /** The lane's next delivery if it may start now; the caller must `finish` it. */
  start(laneId: string): DeliveryWork | undefined {
    const lane = this.#lanes.get(laneId);
    if (!lane || lane.inFlight >= Math.min(this.#laneBound(), lane.ramp ?? MAX_LANE_IN_FLIGHT)) return undefined;
    const work = lane.queue.shift();
    if (!work) return undefined;
    lane.inFlight += 1;
    this.#inFlight += 1;
    return work;
  }

  finish(laneId: string): void {
    const lane = this.#lanes.get(laneId);
    if (lane) {
      lane.inFlight -= 1;
      if (lane.ramp !== null) lane.ramp = lane.ramp < MAX_LANE_IN_FLIGHT ? lane.ramp + 1 : null;
    }
    this.#inFlight -= 1;
  }

  /** Takes out everything that has not started, for a stopping worker to give back. */
  drain(): DeliveryWork[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.queue.splice(0));
  }

  #laneBound(): number {
    if (this.#inFlight < MAX_IN_FLIGHT / 2) return MAX_LANE_IN_FLIGHT;
    const share = Math.floor(MAX_IN_FLIGHT / this.#lanes.size);
    return Math.min(MAX_LANE_IN_FLIGHT, Math.max(MIN_LANE_IN_FLIGHT, share));
  }

  #lane(laneId: string): Lane {
    let lane = this.#lanes.get(laneId);
    if (!lane) {
      lane = { id: laneId, queue: [], inFlight: 0, held: 0, backlog: false, ramp: null };
      this.#lanes.set(laneId, lane);
    }
    return lane;
  }
}
