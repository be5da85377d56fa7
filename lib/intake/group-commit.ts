import type pg from "pg";
import { type Ask, askClient, askPool } from "@/lib/db/ask";
import { writeInHalves } from "@/lib/db/in-halves";
import { soleRow } from "@/lib/db/sole-row";
import { claimIdempotencyKeys } from "@/lib/intake/claim-keys";
import { countCommit } from "@/lib/intake/count-commits";
import { type EventRow, findOrdered, toRecording } from "@/lib/intake/event-rows";
import { handOver, unreserve } from "@/lib/intake/hand-over";
import { lookUpProjects } from "@/lib/intake/look-up-projects";
import { markDuplicate, planLater, planRow, toRecorded } from "@/lib/intake/plan-row";
import type { IncomingEvent, RecordedEvent, Recorder } from "@/lib/intake/recorder";
import type { Ahead, RouteAhead } from "@/lib/intake/route-ahead";
import { furthestPositions, SAVE_POSITIONS, savePositionsValues } from "@/lib/intake/save-positions";
import type { SlowCommits } from "@/lib/intake/slow-commits";
import { type OnCommit, recordTraced } from "@/lib/intake/trace-event";
import { type Waiting, WaitingEvents } from "@/lib/intake/waiting-events";
import { HookyardError } from "@/lib/kernel/errors";
import { AT_ONCE, type TakeTurn } from "@/lib/kernel/turns";
import { count } from "@/lib/metrics/meter";
import { KindRecorder } from "@/lib/nouns/kinds/kind-recorder";
import type { Dispatch } from "@/lib/queue/dispatch";
import { placeInOrder } from "@/lib/queue/order";
import { RECORD } from "@/lib/queue/record";
import type { ProjectCore } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";
import { tracing, untraced } from "@/lib/tracing/tracing";

/** What may wait in memory for its commit; beyond that callers are told to come back. */
const MAX_WAITING_EVENTS = 10_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** No event waits longer than this for its commit to begin. */
const MAX_WAIT_MS = 5_000;
/** Concurrent commits: one is written to disk while the next is put together. */
const PARALLEL_COMMITS = 2;
/** Fewer events wait for the commit in progress: a statement of their own would cost them more. */
const MIN_PARALLEL_EVENTS = 16;
/** A batch whose plans were outdated this often is committed to the inbox, which is valid under any configuration. */
const MAX_PLANS = 3;

export type CommitOptions = {
  /** Which share it may have of the memory for what waits. */
  share?: number;
  /** Called for each commit with events of the inbox. */
  onInbox?: () => void;
  /** Called for each failed commit. */
  onFailed?: (error: unknown) => void;
  /** The turns in which commits are made. */
  takeTurn?: TakeTurn;
};

/**
 * Commits events in groups: arrivals gather while commits are in progress, and the next commit takes them all. So an
 * idle system commits at once, and a busy one pays one disk flush per hundreds of events.
 * An event is matched to its subscriptions before the commit and written together with its deliveries; the statement
 * refuses a batch that was planned by an outdated configuration, which is then planned again. Quick functions run
 * before an event joins its group; an event with slow functions is committed to the inbox.
 */
export class GroupCommit implements Recorder {
  readonly #waiting = new WaitingEvents();
  #underway = 0;
  /** Events whose functions are running. */
  #routing = 0;
  /** Events taken and not answered yet: waiting or being committed. */
  #inHand = 0;
  #scheduled = false;
  #closed = false;
  #idle: (() => void)[] = [];
  #watch: NodeJS.Timeout | null = null;
  readonly #kinds: KindRecorder;
  readonly #options: Required<CommitOptions>;
  #latest: Promise<unknown> = Promise.resolve();
  /** Set if a delivery engine runs in this process. */
  dispatch: Dispatch | null = null;
  /** Set if functions run in this process. */
  routeAhead: RouteAhead | null = null;
  /** Tells of commits that take long. */
  slowCommits: SlowCommits | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly snapshots: SnapshotCache,
    { share = 1, onInbox = () => {}, onFailed = () => {}, takeTurn = AT_ONCE }: CommitOptions = {},
  ) {
    this.#options = { share, onInbox, onFailed, takeTurn };
    this.#kinds = new KindRecorder(pool);
  }

  /** What waits for its commit. */
  get waiting(): { events: number; bytes: number } {
    return { events: this.#waiting.size + this.#routing, bytes: this.#waiting.bytes };
  }

  /** Events taken and not answered yet. */
  get inHand(): number {
    return this.#inHand;
  }

  record(event: IncomingEvent): Promise<RecordedEvent> {
    const on = tracing();
    if (on === null) return this.#record(event, null);
    return recordTraced(on, event, (traced, onCommit) => this.#record(traced, onCommit));
  }

  #record(event: IncomingEvent, onCommit: OnCommit | null): Promise<RecordedEvent> {
    if (this.#closed) return Promise.reject(unavailable("This copy is shutting down."));
    if (this.#isFull()) {
      return Promise.reject(unavailable("Too many events are waiting to be stored."));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.expect(event);
      this.#inHand += 1;
      const join = (ahead: Ahead | null) => {
        this.#waiting.add({ event, ahead, since: performance.now(), onCommit, resolve, reject });
        this.#schedule();
      };
      const snapshot = this.routeAhead && this.snapshots.peek(event.projectId);
      const routing = snapshot && this.routeAhead?.start(event, snapshot);
      if (!routing) return join(null);
      this.#routing += 1;
      void routing.then((ahead) => {
        this.#routing -= 1;
        join(ahead);
      });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#watch) clearTimeout(this.#watch);
    if (!this.#isIdle()) await new Promise<void>((done) => this.#idle.push(done));
  }

  #isFull(): boolean {
    const { share } = this.#options;
    const { events, bytes } = this.waiting;
    return events >= MAX_WAITING_EVENTS * share || bytes >= MAX_WAITING_BYTES * share;
  }

  #isIdle(): boolean {
    return this.#waiting.size === 0 && this.#underway === 0 && this.#routing === 0;
  }

  /** Events that arrive in one turn of the event loop share a commit. */
  #schedule(): void {
    if (this.#waiting.size === 0) return;
    this.#watchWaiting();
    if (this.#scheduled || this.#underway >= PARALLEL_COMMITS) return;
    if (this.#underway > 0 && this.#waiting.size < MIN_PARALLEL_EVENTS) return;
    this.#scheduled = true;
    // A commit is of many events.
    setImmediate(() => void untraced(() => this.#commitInTurn()));
  }

  /** Tells those to come back that waited too long while the database is slow or unreachable. */
  #watchWaiting(): void {
    this.#watch ??= setTimeout(() => {
      this.#watch = null;
      for (const { reject } of this.#waiting.takeOld(performance.now() - MAX_WAIT_MS)) {
        this.#inHand -= 1;
        reject(unavailable("The database is too slow at the moment."));
      }
      if (this.#waiting.size > 0) this.#watchWaiting();
    }, MAX_WAIT_MS / 5);
  }

  /** What arrives until its turn has come is in the commit, too. */
  async #commitInTurn(): Promise<void> {
    const endTurn = await this.#options.takeTurn();
    this.#scheduled = false;
    await this.#commitNext().finally(endTurn);
  }

  async #commitNext(): Promise<void> {
    const batch = this.#waiting.takeBatch();
    if (batch.length === 0) return this.#tellIdle();
    this.#underway += 1;
    this.#schedule();
    // Ordered events are committed in the order in which they came.
    const earlier = this.#latest;
    const committing = this.#commitOrSplit(batch, earlier);
    // Drops the results, which would retain those of all earlier commits.
    this.#latest = Promise.allSettled([earlier, committing]).then(() => {});
    try {
      await committing;
    } finally {
      this.#underway -= 1;
      this.#inHand -= batch.length;
      this.#schedule();
      this.#tellIdle();
    }
  }

  #tellIdle(): void {
    if (this.#isIdle()) for (const done of this.#idle.splice(0)) done();
  }

  /** An event that the database refuses fails alone. */
  async #commitOrSplit(batch: Waiting[], earlier: Promise<unknown>): Promise<void> {
    const reject = (part: readonly Waiting[], error: unknown) => {
      for (const waiting of part) waiting.reject(error);
    };
    try {
      await writeInHalves(
        batch,
        (part) => this.#commit(part, earlier),
        async (waiting, error) => reject([waiting], error),
      );
    } catch (error) {
      reject(batch, error);
    }
  }

  async #commit(batch: readonly Waiting[], earlier: Promise<unknown>): Promise<void> {
    for (let round = 1; ; round++) {
      const { known, snapshots } = await lookUpProjects(this.snapshots, batch);
      if (known.length === 0) return;
      const isPlanned = round <= MAX_PLANS;
      const rows = known.map(({ event, ahead }) => {
        const snapshot = snapshots.get(event.projectId) as ProjectCore;
        return isPlanned ? planRow(event, ahead, snapshot, this.dispatch) : planLater(event);
      });
      let committed = false;
      const startedAt = performance.now();
      try {
        committed = await this.#write(rows, { snapshots, isPlanned }, earlier);
      } catch (error) {
        this.dispatch?.doubt();
        count("hookyard_commit_failures_total", null);
        this.#options.onFailed(error);
        throw error;
      } finally {
        if (!committed) unreserve(this.dispatch, rows);
      }
      if (committed) {
        known.forEach(({ resolve, onCommit }, index) => {
          onCommit?.(known.length);
          resolve(toRecorded(rows[index] as EventRow));
        });
        countCommit(rows, startedAt);
        this.slowCommits?.note(performance.now() - startedAt, rows.length);
        handOver(this.dispatch, rows);
        if (rows.some((row) => row.status === "Pending")) this.#options.onInbox();
        return;
      }
      for (const id of snapshots.keys()) this.snapshots.forget(id);
    }
  }

  async #write(
    rows: EventRow[],
    { snapshots, isPlanned }: { snapshots: Map<string, ProjectCore>; isPlanned: boolean },
    earlier: Promise<unknown>,
  ): Promise<boolean> {
    await this.#kinds.record(rows);
    const workerId = this.dispatch?.workerId ?? null;
    const record = async (ask: Ask, rows: EventRow[]) => {
      const planners = Array.from(snapshots.values(), ({ id, version }) => ({
        id,
        version: isPlanned ? version : null,
      }));
      const recording = toRecording({ rows, snapshots: planners, workerId });
      return soleRow(await ask<{ fresh: boolean }>(RECORD(recording))).fresh;
    };
    const ordered = findOrdered(rows);
    if (ordered.length > 0) await earlier;
    if (ordered.length === 0 && !rows.some(({ event }) => event.idempotencyKey || event.message || event.position)) {
      return record(askPool(this.pool), rows);
    }
    const client = await this.pool.connect();
    let broken = true;
    try {
      await client.query("begin");
      const late = await claimIdempotencyKeys(client, rows, snapshots);
      for (const duplicate of [...late.duplicates, ...late.repeated]) {
        unreserve(this.dispatch, [duplicate]);
        markDuplicate(duplicate);
      }
      const stored = rows.filter((row) => !late.repeated.includes(row));
      const ask = askClient(client);
      const fresh = await record(ask, stored);
      if (fresh) {
        await placeInOrder(ask, findOrdered(stored));
        const positions = furthestPositions(rows);
        if (positions.length > 0) {
          const values = savePositionsValues(positions);
          await client.query({ name: "save_source_positions", text: SAVE_POSITIONS, values });
        }
      }
      await client.query(fresh ? "commit" : "rollback");
      broken = false;
      return fresh;
    } finally {
      client.release(broken);
    }
  }
}

function unavailable(message: string): HookyardError {
  return new HookyardError("unavailable", `${message} Try again shortly.`, { retryAfter: 2 });
}
