import { TransientMap } from "@/lib/kernel/transient";

/**
 * What waits for its turn in a queue. `bytes` is what it holds in memory meanwhile. A probe was refused before because its
 * queue was suspended: its own run is to decide about it.
 */
export type Waiting = { queue: string; bytes: number; waitUntil: number; isProbe: boolean };

type CallQueue<T> = {
  waiting: T[];
  running: number;
  /** Its last call took long: it shares the one place for slow queues until a call is quick again. */
  slow: boolean;
  timeoutsInARow: number;
  suspendedUntil: number;
  /** From then on the queue takes a probe although it is suspended. */
  probeFrom: number;
};

export type CallRefusal = "suspended" | "overloaded";

export type CallQueueLimits = {
  /** How many turns one queue may have at once. */
  runningOfQueue: number;
  waitingOfQueue: number;
  waiting: number;
  waitingBytes: number;
  timeoutsInARow: number;
  suspendMs: number;
};

const REMEMBERED_QUEUES = 10_000;

/** What goes along with a call in one turn while other queues wait; much more would let those wait longer. */
const MAX_ALONG = 15;
/** The same while no other queue waits. */
const MAX_ALONG_ALONE = 63;
const MAX_ALONG_BYTES = 256 * 1024;

/**
 * Who is next. CallQueues take turns, some calls each; a queue has a bounded number of turns at once, and all slow queues
 * together one, a call long, so that functions that loop are only ever in each other's way. A queue that timed out several times in a row is suspended
 * for a short time: its calls are refused at once, then a single one is tried. A suspended queue takes one probe in as long
 * as a suspension lasts, so that each probe comes to its run, and a queue that always loops runs twice in that time at most.
 *
 * No clock and no threads: the same questions in the same order give the same answers.
 */
export class CallQueues<T extends Waiting> {
  private readonly queues = new TransientMap<string, CallQueue<T>>();
  /** The queues with something waiting, the one whose turn it is first. */
  private readonly turns = new TransientMap<string, CallQueue<T>>();
  private waitingBytes = 0;
  private waitingCount = 0;
  private slowRunning = 0;

  constructor(private readonly limits: CallQueueLimits) {}

  get size(): number {
    return this.waitingCount;
  }

  /** Lets a call wait for its turn, or says why it may not. */
  add(call: T, now: number): CallRefusal | null {
    const queue = this.open(call.queue);
    const { limits } = this;
    const isSuspended = now < queue.suspendedUntil;
    if (isSuspended && (!call.isProbe || now < queue.probeFrom)) return "suspended";
    const full =
      queue.waiting.length >= limits.waitingOfQueue ||
      this.waitingCount >= limits.waiting ||
      (this.waitingCount > 0 && this.waitingBytes + call.bytes > limits.waitingBytes);
    if (full) {
      this.closeIfPlain(call.queue, queue);
      return "overloaded";
    }
    if (isSuspended) queue.probeFrom = now + limits.suspendMs;
    queue.waiting.push(call);
    this.waitingCount++;
    this.waitingBytes += call.bytes;
    this.turns.set(call.queue, queue);
    return null;
  }

  /** The call whose turn it is, which runs from now on; or null while nothing may run. */
  next(): T | null {
    for (const [key, queue] of this.turns) {
      if (!this.mayRun(queue)) continue;
      const call = this.shift(key, queue);
      if (!call) continue;
      queue.running++;
      if (queue.slow) this.slowRunning++;
      return call;
    }
    return null;
  }

  /** What its queue has waiting behind a call whose turn began, to be run one after another in that turn. */
  takeAlong(call: T): T[] {
    const queue = this.open(call.queue);
    const taken: T[] = [];
    if (queue.slow || queue.timeoutsInARow > 0) return taken;
    let room = MAX_ALONG_BYTES - call.bytes;
    const isAlone = this.waitingCount === queue.waiting.length;
    const most = isAlone ? MAX_ALONG_ALONE : MAX_ALONG;
    while (taken.length < most && queue.waiting[0] && queue.waiting[0].bytes <= room) {
      const next = this.shift(call.queue, queue) as T;
      room -= next.bytes;
      taken.push(next);
    }
    return taken;
  }

  /** Lets what was taken along and not run wait again, before all others of the queue; its turn is to be finished. */
  putBack(key: string, calls: readonly T[]): void {
    if (calls.length === 0) return;
    const queue = this.open(key);
    queue.waiting.unshift(...calls);
    this.waitingCount += calls.length;
    for (const { bytes } of calls) this.waitingBytes += bytes;
    this.turns.set(key, queue);
  }

  /** Something waits only because there is no free thread for it. */
  get hasRunnable(): boolean {
    for (const queue of this.turns.values()) if (this.mayRun(queue)) return true;
    return false;
  }

  /** A running call takes long. */
  markSlow(key: string): void {
    const queue = this.open(key);
    if (queue.slow) return;
    queue.slow = true;
    this.slowRunning += queue.running;
  }

  /**
   * A turn ended, with that call. Gives the waiting calls that are refused because their queue is suspended by it: all but
   * the first probe, which runs next.
   */
  finish(key: string, how: { slow: boolean; timedOut: boolean }, now: number): T[] {
    const queue = this.open(key);
    if (queue.slow) this.slowRunning--;
    queue.running--;
    if (how.slow) this.markSlow(key);
    else this.markQuick(queue);
    queue.timeoutsInARow = how.timedOut ? queue.timeoutsInARow + 1 : 0;
    const refused: T[] = [];
    if (queue.timeoutsInARow >= this.limits.timeoutsInARow) {
      queue.suspendedUntil = now + this.limits.suspendMs;
      for (let call = this.shift(key, queue); call; call = this.shift(key, queue)) refused.push(call);
      const probe = refused.findIndex(({ isProbe }) => isProbe);
      if (probe >= 0) this.putBack(key, refused.splice(probe, 1));
    }
    this.closeIfPlain(key, queue);
    return refused;
  }

  /** Takes out the calls that have waited too long. */
  expire(now: number): T[] {
    const expired: T[] = [];
    for (const [key, queue] of this.turns) {
      while (queue.waiting[0] && queue.waiting[0].waitUntil <= now) expired.push(this.shift(key, queue) as T);
    }
    return expired;
  }

  refuseAll(): T[] {
    return this.expire(Number.POSITIVE_INFINITY);
  }

  private mayRun(queue: CallQueue<T>): boolean {
    return queue.running < this.limits.runningOfQueue && !(queue.slow && this.slowRunning > 0);
  }

  private open(key: string): CallQueue<T> {
    const known = this.queues.get(key);
    if (known) return known;
    const queue: CallQueue<T> = {
      waiting: [],
      running: 0,
      slow: false,
      timeoutsInARow: 0,
      suspendedUntil: 0,
      probeFrom: 0,
    };
    this.queues.set(key, queue);
    if (this.queues.size > REMEMBERED_QUEUES) this.forgetOldest();
    return queue;
  }

  private shift(key: string, queue: CallQueue<T>): T | undefined {
    const call = queue.waiting.shift();
    this.turns.delete(key);
    if (!call) return undefined;
    // To the end of the row.
    if (queue.waiting.length > 0) this.turns.set(key, queue);
    this.waitingCount--;
    this.waitingBytes -= call.bytes;
    return call;
  }

  private markQuick(queue: CallQueue<T>) {
    if (!queue.slow) return;
    queue.slow = false;
    this.slowRunning -= queue.running;
  }

  private closeIfPlain(key: string, queue: CallQueue<T>) {
    const idle = queue.running === 0 && queue.waiting.length === 0;
    if (idle && !queue.slow && queue.timeoutsInARow === 0) this.queues.delete(key);
  }

  private forgetOldest() {
    for (const [key, queue] of this.queues) {
      if (queue.running > 0 || queue.waiting.length > 0) continue;
      this.queues.delete(key);
      return;
    }
  }
}
