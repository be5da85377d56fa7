import { TransientMap } from "@/lib/kernel/transient";
import type { Lane } from "@/lib/queue/due-lanes";
import type { DeliveryWork } from "@/lib/queue/work";
import { nothingTaken } from "@/lib/sending/shared";

/** Requests in flight at once in this copy: to one endpoint, and to all together (shared fairly when many are busy). */
export type Bounds = { perLane: number; total: number };

/** Every lane may always have this many in flight, so that hanging endpoints cannot use up the common bound. */
const MIN_LANE_IN_FLIGHT = 4;
/** What a late lane may have in flight while more events arrive than a commit takes. It catches up afterwards. */
const YIELDING_LANE_IN_FLIGHT = 8;
/** Leased deliveries in memory that wait, are in flight or not yet settled: for one endpoint and for all. */
const MAX_LANE_PLACES = 512;
const MAX_PLACES = 8_192;
/** Every lane may have this many places while common ones are free; after that as many as it may have in flight. */
const MIN_LANE_PLACES = 32;
/** The rest is for projects that come late. */
const COMMON_PLACES = (MAX_PLACES * 7) / 8;
/**
 * The shares of the free common places that a project may take, and the lanes of a project without late ones: however
 * many lanes are full, another one finds places.
 */
const PROJECT_SHARE = 3 / 4;
const LANES_SHARE = 1 / 2;
/** A project may always have this many places, and an eighth of all that are free. */
const MIN_PROJECT_PLACES = 8;

type Project = {
  readonly id: string;
  /** How many of its lanes are known here. */
  lanes: number;
  taken: number;
  /** It was full and had more to claim; it is claimed for as soon as it has free places. */
  wantsPlaces: boolean;
};

export type WorkerLane = {
  readonly id: string;
  readonly project: Project;
  readonly firstAttempts: DeliveryWork[];
  readonly retries: DeliveryWork[];
  inFlight: number;
  retriesInFlight: number;
  /** Places taken: reserved, queued, in flight or not yet settled. */
  taken: number;
  retriesTaken: number;
  /** The database has due work for this lane that did not fit: new deliveries go behind it. */
  backlog: boolean;
  /** The same for retries, which delay no new delivery. */
  retryBacklog: boolean;
  /** How many may be in flight after its breaker closed; grows by one with each that ends. */
  ramp: number | null;
  /** The endpoint's own bound, if it has one. */
  ownBound: number | null;
  /** Whether a retry starts next when first attempts and retries both wait. */
  isRetryNext: boolean;
};

/** How many due deliveries a lane has free places for. */
export type FreePlaces = { free: number; freeRetries: number };

/**
 * The places of this worker, per project and lane. A lane is an endpoint (or a project's meta events). No project or
 * lane takes the places of another, and within a lane retries never take the places of first attempts.
 */
export class Lanes {
  readonly #lanes = new TransientMap<string, WorkerLane>();
  readonly #projects = new TransientMap<string, Project>();

  /**
   * `isPressed` says whether more events arrive than the process commits at once; `all` is shared with the lanes of other
   * shards.
   */
  constructor(
    private readonly bounds: Bounds,
    private readonly isPressed: () => boolean = () => false,
    private readonly all = nothingTaken(),
  ) {}

  /** Lanes with a place taken or a backlog. */
  *known(): Iterable<Lane> {
    for (const { id, project } of this.#lanes.values()) yield { laneId: id, projectId: project.id };
  }

  freePlaces({ projectId, laneId }: Lane): FreePlaces {
    const lane = this.#lanes.get(laneId);
    const most = this.#placesBound(projectId);
    const free = Math.min(most - (lane?.taken ?? 0), this.freeInProject(projectId));
    return {
      free: Math.max(0, free),
      freeRetries: Math.max(0, Math.min(free, Math.ceil(most / 2) - (lane?.retriesTaken ?? 0))),
    };
  }

  /** How many more places all lanes of a project may take. */
  freeInProject(projectId: string): number {
    const free = this.freeInAll();
    const most = Math.max(MIN_PROJECT_PLACES, Math.floor(free / 8), this.#commonOf(PROJECT_SHARE));
    return Math.min(free, most - (this.#projects.get(projectId)?.taken ?? 0));
  }

  freeInAll(): number {
    return MAX_PLACES - this.all.places;
  }

  /** Takes a place for a new delivery, unless its lane or project is full or older work waits in the database. */
  reserve(id: Lane): boolean {
    const lane = this.#lane(id);
    if (lane.backlog) return false;
    const isProjectFull = this.freeInProject(id.projectId) <= 0;
    if (isProjectFull || lane.taken >= this.#placesBound(id.projectId)) {
      lane.backlog = true;
      lane.project.wantsPlaces ||= isProjectFull;
      return false;
    }
    this.takePlace(id, false);
    return true;
  }

  takePlace(id: Lane, isRetry: boolean): void {
    const lane = this.#lane(id);
    lane.taken += 1;
    if (isRetry) lane.retriesTaken += 1;
    lane.project.taken += 1;
    this.all.places += 1;
  }

  /** Whether the database has, or may have, work that waits for this delivery's place. */
  isAwaited({ laneId, projectId, orderingKey }: Pick<DeliveryWork, "laneId" | "projectId" | "orderingKey">): boolean {
    const lane = this.#lanes.get(laneId);
    return (
      orderingKey !== undefined ||
      lane?.backlog === true ||
      lane?.retryBacklog === true ||
      lane?.ownBound != null ||
      this.#projects.get(projectId)?.wantsPlaces === true
    );
  }

  /** Returns a place. True if its lane or project has a backlog and enough free places to be worth a claim. */
  release(id: Lane, isRetry: boolean): boolean {
    const lane = this.#lane(id);
    const { project } = lane;
    lane.taken -= 1;
    if (isRetry) lane.retriesTaken -= 1;
    project.taken -= 1;
    this.all.places -= 1;
    this.#forgetIfEmpty(lane);
    const most = this.#placesBound(id.projectId);
    const laneWants = (lane.backlog && lane.taken <= most / 2) || (lane.retryBacklog && lane.retriesTaken <= most / 4);
    const projectHasPlaces = project.wantsPlaces && this.freeInProject(id.projectId) >= MIN_LANE_PLACES;
    if (projectHasPlaces) project.wantsPlaces = false;
    return laneWants || projectHasPlaces;
  }

  /** Notes due work of a lane without a free place; it is claimed for when the lane or its project has one. */
  noteFull({ projectId, laneId }: Lane): void {
    const lane = this.#lanes.get(laneId);
    if (lane) lane.backlog = true;
    const project = this.#projects.get(projectId);
    if (project && this.freeInProject(projectId) <= 0) project.wantsPlaces = true;
  }

  /** Notes whether the database has more work for a lane than it returned. */
  setBacklog(id: Lane, backlog: { firstAttempts?: boolean; retries?: boolean }): void {
    const lane = backlog.firstAttempts || backlog.retries ? this.#lane(id) : this.#lanes.get(id.laneId);
    if (!lane) return;
    lane.backlog = backlog.firstAttempts ?? lane.backlog;
    lane.retryBacklog = backlog.retries ?? lane.retryBacklog;
    this.#forgetIfEmpty(lane);
  }

  /** Sets the bounds that endpoints have of their own, by lane. */
  setOwnBounds(bounds: ReadonlyMap<string, number>): void {
    for (const lane of this.#lanes.values()) lane.ownBound = bounds.get(lane.id) ?? null;
  }

  /** Ramps a lane up, so that an endpoint that recovers does not get all that waits at once. */
  startSlowly(id: Lane): void {
    this.#lane(id).ramp = 1;
  }

  enqueue(work: DeliveryWork): void {
    const lane = this.#lane(work);
    (isRetry(work) ? lane.retries : lane.firstAttempts).push(work);
  }

  /** Returns the lane's next delivery if it may start now; the caller must `finish` it. */
  start(laneId: string): DeliveryWork | undefined {
    const lane = this.#lanes.get(laneId);
    if (!lane) return undefined;
    const bound = Math.min(this.#inFlightBound(lane), lane.ramp ?? Number.POSITIVE_INFINITY);
    if (lane.inFlight >= bound) return undefined;
    const work = takeNext(lane, bound);
    if (!work) return undefined;
    lane.inFlight += 1;
    if (isRetry(work)) lane.retriesInFlight += 1;
    this.all.inFlight += 1;
    return work;
  }

  finish(work: DeliveryWork): void {
    const lane = this.#lanes.get(work.laneId);
    if (lane) {
      lane.inFlight -= 1;
      if (isRetry(work)) lane.retriesInFlight -= 1;
      if (lane.ramp !== null) lane.ramp = lane.ramp < this.bounds.perLane ? lane.ramp + 1 : null;
    }
    this.all.inFlight -= 1;
  }

  /** Removes everything that has not started, for a stopping worker to give back. */
  drain(): DeliveryWork[] {
    return [...this.#lanes.values()].flatMap((lane) => [...lane.firstAttempts.splice(0), ...lane.retries.splice(0)]);
  }

  #inFlightBound(lane: WorkerLane): number {
    const { perLane, total } = this.bounds;
    const own = lane.ownBound ?? perLane;
    const most = lane.backlog && this.isPressed() ? Math.min(own, YIELDING_LANE_IN_FLIGHT) : own;
    if (this.all.inFlight < total / 2) return most;
    return Math.min(most, Math.max(MIN_LANE_IN_FLIGHT, Math.floor(total / this.all.lanes)));
  }

  /** A lane may take an eighth of its project's free places, so that a late lane finds one. */
  #placesBound(projectId: string): number {
    const free = this.#commonOf(LANES_SHARE) - (this.#projects.get(projectId)?.taken ?? 0);
    if (free <= 0) return MIN_LANE_IN_FLIGHT;
    return Math.min(MAX_LANE_PLACES, Math.max(MIN_LANE_PLACES, Math.floor(free / 8)));
  }

  #commonOf(share: number): number {
    return Math.floor((COMMON_PLACES - this.all.places) * share);
  }

  #forgetIfEmpty(lane: WorkerLane): void {
    if (lane.taken > 0 || lane.backlog || lane.retryBacklog) return;
    this.#lanes.delete(lane.id);
    this.all.lanes -= 1;
    lane.project.lanes -= 1;
    if (lane.project.lanes === 0) this.#projects.delete(lane.project.id);
  }

  #lane({ projectId, laneId }: Lane): WorkerLane {
    let lane = this.#lanes.get(laneId);
    if (!lane) {
      lane = newLane(laneId, this.#project(projectId));
      lane.project.lanes += 1;
      this.#lanes.set(laneId, lane);
      this.all.lanes += 1;
    }
    return lane;
  }

  #project(id: string): Project {
    let project = this.#projects.get(id);
    if (!project) {
      project = { id, lanes: 0, taken: 0, wantsPlaces: false };
      this.#projects.set(id, project);
    }
    return project;
  }
}

function newLane(id: string, project: Project): WorkerLane {
  return {
    id,
    project,
    firstAttempts: [],
    retries: [],
    inFlight: 0,
    retriesInFlight: 0,
    taken: 0,
    retriesTaken: 0,
    backlog: false,
    retryBacklog: false,
    ramp: null,
    ownBound: null,
    isRetryNext: false,
  };
}

/** Whether an attempt of the present retry budget was made before. */
export function isRetry(work: Pick<DeliveryWork, "numTrials" | "budgetFrom">): boolean {
  return work.numTrials > work.budgetFrom;
}

/** Alternates if both wait. A quarter of the places is never given to retries, which hang more often. */
function takeNext(lane: WorkerLane, bound: number): DeliveryWork | undefined {
  const mayRetry = lane.retries.length > 0 && lane.retriesInFlight < Math.max(1, bound - Math.ceil(bound / 4));
  if (mayRetry && (lane.isRetryNext || lane.firstAttempts.length === 0)) {
    lane.isRetryNext = false;
    return lane.retries.shift();
  }
  lane.isRetryNext = true;
  return lane.firstAttempts.shift();
}
