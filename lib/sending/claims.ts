import type pg from "pg";
import { CLAIM, type Claimed, type LanePlaces } from "@/lib/queue/claim";
import { claimMetered } from "@/lib/queue/claim-metered";
import { claimProbes } from "@/lib/queue/claim-probes";
import {
  FIND_DUE_LANES,
  type Found,
  type FoundLane,
  type Lane,
  REVISIT_LANES,
  type Visited,
} from "@/lib/queue/due-lanes";
import { chooseLanes } from "@/lib/sending/choose-lanes";
import type { Lanes } from "@/lib/sending/lanes";

export type Round = {
  readonly claimed: readonly Claimed[];
  /** The claimed deliveries that probe an endpoint with an open circuit breaker. */
  readonly probes: ReadonlySet<string>;
  /** How many lanes were looked at. */
  readonly looked: number;
  /** When to look again: 0 if more may be available at once, `Infinity` if nothing is known to wait. */
  readonly againMs: number;
};

type Due = Omit<Found, "floor"> & { readonly lanes: readonly FoundLane[] };
type Open = {
  readonly rows: readonly Claimed[];
  readonly visited: readonly Visited[];
  readonly isCut: boolean;
  /** The next search may find other lanes, behind these or in other projects. */
  readonly mayFindOthers: boolean;
};

/** Over all lanes at once: work that arrives meanwhile must not wait until thousands of requests have begun. */
const MAX_CLAIMED = 400;
/** The pause if more lanes are due than one search finds, and those it found have no free place. */
const TURN_MS = 100;
/** The same if lanes are due that have no free place here: a place that another worker had becomes free without a word. */
export const LEFT_MS = 1_000;

/**
 * Claims due deliveries for this worker: finds the lanes that are due, chooses among them by their free places, leases
 * their work, and writes when each lane is due again.
 */
export class Claims {
  #floor: Date | null = null;
  #fromProject: string | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly workerId: string,
    private readonly lanes: Lanes,
  ) {}

  async claim(): Promise<Round> {
    const due = await this.#find();
    const isOpen = (lane: FoundLane) => !lane.isClosed && !lane.isMetered;
    const open = await this.#claimOpen(due, due.lanes.filter(isOpen));
    const metered = await this.#claimMetered(
      due,
      due.lanes.filter(({ isClosed, isMetered }) => isMetered && !isClosed),
    );
    const closed = due.lanes.filter(({ isClosed }) => isClosed).map(toVisited);
    const visited = [...open.visited, ...metered.visited, ...closed];
    if (visited.length > 0) await this.pool.query(REVISIT_LANES(visited));
    const probes = due.hasProbes ? await claimProbes(this.pool, this.workerId) : [];
    return {
      claimed: [...open.rows, ...metered.rows, ...probes],
      probes: new Set(probes.map(({ deliveryId }) => deliveryId)),
      looked: due.lanes.length,
      againMs: Math.min(
        this.#again(due, open, closed.length),
        due.isCut || visited.length < due.lanes.length ? LEFT_MS : Number.POSITIVE_INFINITY,
      ),
    };
  }

  async #find(): Promise<Due> {
    const search = { floor: this.#floor, fromProject: this.#fromProject };
    const { rows } = await this.pool.query<Found & (FoundLane | { laneId: null })>(FIND_DUE_LANES(search));
    const [first] = rows;
    if (!first) throw new Error("The search for due lanes answered nothing.");
    const { floor, isCut, nextProject, nextMs, hasProbes } = first;
    this.#floor = floor;
    this.#fromProject = nextProject;
    return { isCut, nextProject, nextMs, hasProbes, lanes: rows.flatMap((row) => (row.laneId === null ? [] : row)) };
  }

  async #claimOpen(due: Due, found: readonly FoundLane[]): Promise<Open> {
    const { lanes, full } = chooseLanes(found, this.lanes);
    const total = Math.min(this.lanes.freeInAll(), MAX_CLAIMED);
    const claim = { workerId: this.workerId, lanes, total };
    const { rows } = lanes.length === 0 ? { rows: [] } : await this.pool.query<Claimed>(CLAIM(claim));
    const isCut = lanes.length > 0 && rows.length >= total;
    this.#noteBacklogs(rows, lanes, isCut);
    for (const lane of full) this.lanes.noteFull(lane);
    if (!due.isCut) this.#forgetBacklogs(due.lanes);
    // If more lanes are due than were found, those without a place here go behind the others of their project.
    const turned = due.isCut ? full.filter(({ projectId }) => this.lanes.freeInProject(projectId) > 0) : [];
    const mayFindOthers = turned.length > 0 || due.nextProject !== null;
    return { rows, isCut, visited: [...lanes, ...turned].map(toVisited), mayFindOthers };
  }

  async #claimMetered(due: Due, found: readonly FoundLane[]): Promise<{ rows: Claimed[]; visited: Visited[] }> {
    const rows: Claimed[] = [];
    const visited: Visited[] = [];
    this.lanes.setOwnBounds(
      new Map(found.flatMap(({ laneId, maxInFlight }) => (maxInFlight > 0 ? [[laneId, maxInFlight]] : []))),
    );
    for (const lane of found) {
      const { free } = this.lanes.freePlaces(lane);
      const { claimed, isFull, pauseSeconds } =
        free > 0
          ? await claimMetered(this.pool, this.workerId, lane, free)
          : { claimed: [], isFull: true, pauseSeconds: 0 };
      rows.push(...claimed);
      if (isFull) this.lanes.setBacklog(lane, { firstAttempts: true });
      if (!isFull || due.isCut) visited.push({ laneId: lane.laneId, pauseSeconds });
    }
    return { rows, visited };
  }

  #again(due: Due, open: Open, closed: number): number {
    if (open.isCut) return 0;
    if (!due.isCut) return due.nextMs ?? Number.POSITIVE_INFINITY;
    if (open.rows.length + closed > 0) return 0;
    return open.mayFindOthers ? TURN_MS : Number.POSITIVE_INFINITY;
  }

  /** A lane that filled all its free places may have more work; a lane that filled fewer has none. */
  #noteBacklogs(claimed: readonly Claimed[], lanes: readonly (Lane & LanePlaces)[], isCut: boolean): void {
    const counts = countByLane(claimed);
    for (const lane of lanes) {
      const count = counts.get(lane.laneId);
      if (isCut && !count) continue;
      const { firstAttempts, retries } = count ?? { firstAttempts: 0, retries: 0 };
      this.lanes.setBacklog(lane, {
        firstAttempts: isCut || firstAttempts >= lane.free,
        ...(lane.freeRetries > 0 && { retries: isCut || retries >= lane.freeRetries }),
      });
    }
  }

  /** The search found all lanes that are due, so any other lane has nothing due. */
  #forgetBacklogs(due: readonly Lane[]): void {
    const isDue = new Set(due.map(({ laneId }) => laneId));
    for (const laneId of this.lanes.known()) {
      if (!isDue.has(laneId.laneId)) this.lanes.setBacklog(laneId, { firstAttempts: false, retries: false });
    }
  }
}

function toVisited({ laneId }: Lane): Visited {
  return { laneId, pauseSeconds: 0 };
}

type Counts = { firstAttempts: number; retries: number };

function countByLane(claimed: readonly Claimed[]): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const { laneId, numTrials, budgetFrom } of claimed) {
    const count = counts.get(laneId) ?? { firstAttempts: 0, retries: 0 };
    if (numTrials > budgetFrom) count.retries += 1;
    else count.firstAttempts += 1;
    counts.set(laneId, count);
  }
  return counts;
}
