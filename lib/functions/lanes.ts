/**
 * What waits for its turn in a lane. `bytes` is what it holds in memory meanwhile. A probe was refused before because its
 * lane was suspended: its own run is to decide about it.
 */
export type Waiting = { lane: string; bytes: number; waitUntil: number; isProbe: boolean };

type Lane<T> = {
  waiting: T[];
  running: number;
  /** Its last call took long: it shares the one place for slow lanes until a call is quick again. */
  slow: boolean;
  timeoutsInARow: number;
  suspendedUntil: number;
  /** From then on the lane takes a probe although it is suspended. */
  probeFrom: number;
};

export type LaneRefusal = "suspended" | "overloaded";

export type LaneLimits = {
  /** How many turns one lane may have at once. */
  runningOfLane: number;
  waitingOfLane: number;
  waiting: number;
  waitingBytes: number;
  timeoutsInARow: number;
  suspendMs: number;
};

const REMEMBERED_LANES = 10_000;

/** What goes along with a call in one turn while other lanes wait; much more would let those wait longer. */
const MAX_ALONG = 15;
/** The same while no other lane waits. */
const MAX_ALONG_ALONE = 63;
const MAX_ALONG_BYTES = 256 * 1024;

/**
 * Who is next. Lanes take turns, some calls each; a lane has a bounded number of turns at once, and all slow lanes
 * together one, a call long, so that functions that loop are only ever in each other's way. A lane that timed out several times in a row is suspended
 * for a short time: its calls are refused at once, then a single one is tried. A suspended lane takes one probe in as long
 * as a suspension lasts, so that each probe comes to its run, and a lane that always loops runs twice in that time at most.
 *
 * No clock and no threads: the same questions in the same order give the same answers.
 */
export class Lanes<T extends Waiting> {
  private readonly lanes = new Map<string, Lane<T>>();
  /** The lanes with something waiting, the one whose turn it is first. */
  private readonly turns = new Map<string, Lane<T>>();
  private waitingBytes = 0;
  private waitingCount = 0;
  private slowRunning = 0;

  constructor(private readonly limits: LaneLimits) {}

  get size(): number {
    return this.waitingCount;
  }

  /** Lets a call wait for its turn, or says why it may not. */
  add(call: T, now: number): LaneRefusal | null {
    const lane = this.open(call.lane);
    const { limits } = this;
    const isSuspended = now < lane.suspendedUntil;
    if (isSuspended && (!call.isProbe || now < lane.probeFrom)) return "suspended";
    const full =
      lane.waiting.length >= limits.waitingOfLane ||
      this.waitingCount >= limits.waiting ||
      (this.waitingCount > 0 && this.waitingBytes + call.bytes > limits.waitingBytes);
    if (full) {
      this.closeIfPlain(call.lane, lane);
      return "overloaded";
    }
    if (isSuspended) lane.probeFrom = now + limits.suspendMs;
    lane.waiting.push(call);
    this.waitingCount++;
    this.waitingBytes += call.bytes;
    this.turns.set(call.lane, lane);
    return null;
  }

  /** The call whose turn it is, which runs from now on; or null while nothing may run. */
  next(): T | null {
    for (const [key, lane] of this.turns) {
      if (!this.mayRun(lane)) continue;
      const call = this.shift(key, lane);
      if (!call) continue;
      lane.running++;
      if (lane.slow) this.slowRunning++;
      return call;
    }
    return null;
  }

  /** What its lane has waiting behind a call whose turn began, to be run one after another in that turn. */
  takeAlong(call: T): T[] {
    const lane = this.open(call.lane);
    const taken: T[] = [];
    if (lane.slow || lane.timeoutsInARow > 0) return taken;
    let room = MAX_ALONG_BYTES - call.bytes;
    const isAlone = this.waitingCount === lane.waiting.length;
    const most = isAlone ? MAX_ALONG_ALONE : MAX_ALONG;
    while (taken.length < most && lane.waiting[0] && lane.waiting[0].bytes <= room) {
      const next = this.shift(call.lane, lane) as T;
      room -= next.bytes;
      taken.push(next);
    }
    return taken;
  }

  /** Lets what was taken along and not run wait again, before all others of the lane; its turn is to be finished. */
  putBack(key: string, calls: readonly T[]): void {
    if (calls.length === 0) return;
    const lane = this.open(key);
    lane.waiting.unshift(...calls);
    this.waitingCount += calls.length;
    for (const { bytes } of calls) this.waitingBytes += bytes;
    this.turns.set(key, lane);
  }

  /** Something waits only because there is no free thread for it. */
  get hasRunnable(): boolean {
    for (const lane of this.turns.values()) if (this.mayRun(lane)) return true;
    return false;
  }

  /** A running call takes long. */
  markSlow(key: string): void {
    const lane = this.open(key);
    if (lane.slow) return;
    lane.slow = true;
    this.slowRunning += lane.running;
  }

  /**
   * A turn ended, with that call. Gives the waiting calls that are refused because their lane is suspended by it: all but
   * the first probe, which runs next.
   */
  finish(key: string, how: { slow: boolean; timedOut: boolean }, now: number): T[] {
    const lane = this.open(key);
    if (lane.slow) this.slowRunning--;
    lane.running--;
    if (how.slow) this.markSlow(key);
    else this.markQuick(lane);
    lane.timeoutsInARow = how.timedOut ? lane.timeoutsInARow + 1 : 0;
    const refused: T[] = [];
    if (lane.timeoutsInARow >= this.limits.timeoutsInARow) {
      lane.suspendedUntil = now + this.limits.suspendMs;
      for (let call = this.shift(key, lane); call; call = this.shift(key, lane)) refused.push(call);
      const probe = refused.findIndex(({ isProbe }) => isProbe);
      if (probe >= 0) this.putBack(key, refused.splice(probe, 1));
    }
    this.closeIfPlain(key, lane);
    return refused;
  }

  /** Takes out the calls that have waited too long. */
  expire(now: number): T[] {
    const expired: T[] = [];
    for (const [key, lane] of this.turns) {
      while (lane.waiting[0] && lane.waiting[0].waitUntil <= now) expired.push(this.shift(key, lane) as T);
    }
    return expired;
  }

  refuseAll(): T[] {
    return this.expire(Number.POSITIVE_INFINITY);
  }

  private mayRun(lane: Lane<T>): boolean {
    return lane.running < this.limits.runningOfLane && !(lane.slow && this.slowRunning > 0);
  }

  private open(key: string): Lane<T> {
    const known = this.lanes.get(key);
    if (known) return known;
    const lane: Lane<T> = { waiting: [], running: 0, slow: false, timeoutsInARow: 0, suspendedUntil: 0, probeFrom: 0 };
    this.lanes.set(key, lane);
    if (this.lanes.size > REMEMBERED_LANES) this.forgetOldest();
    return lane;
  }

  private shift(key: string, lane: Lane<T>): T | undefined {
    const call = lane.waiting.shift();
    this.turns.delete(key);
    if (!call) return undefined;
    // To the end of the row.
    if (lane.waiting.length > 0) this.turns.set(key, lane);
    this.waitingCount--;
    this.waitingBytes -= call.bytes;
    return call;
  }

  private markQuick(lane: Lane<T>) {
    if (!lane.slow) return;
    lane.slow = false;
    this.slowRunning -= lane.running;
  }

  private closeIfPlain(key: string, lane: Lane<T>) {
    const idle = lane.running === 0 && lane.waiting.length === 0;
    if (idle && !lane.slow && lane.timeoutsInARow === 0) this.lanes.delete(key);
  }

  private forgetOldest() {
    for (const [key, lane] of this.lanes) {
      if (lane.running > 0 || lane.waiting.length > 0) continue;
      this.lanes.delete(key);
      return;
    }
  }
}
