import { setImmediate as yieldLoop } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import { restMs } from "@/lib/db/look-out";
import { endsWithin } from "@/lib/kernel/patience";
import { Rounds } from "@/lib/kernel/rounds";
import { TransientSet } from "@/lib/kernel/transient";
import { discardUndeliverable, removeOrphans } from "@/lib/queue/discard";
import type { Dispatch } from "@/lib/queue/dispatch";
import type { Lane } from "@/lib/queue/due-lanes";
import { LaneMarks } from "@/lib/queue/lane-marks";
import { RELEASE, RENEW } from "@/lib/queue/lease";
import { readWork } from "@/lib/queue/read-work";
import type { DeliveryWork } from "@/lib/queue/work";
import { settleAfterSplit } from "@/lib/sending/after-split";
import { type Attempted, attemptDelivery } from "@/lib/sending/attempt";
import { Breaker } from "@/lib/sending/breaker";
import { Claims, LEFT_MS } from "@/lib/sending/claims";
import type { EngineParts } from "@/lib/sending/engine-parts";
import { isRetry, Lanes } from "@/lib/sending/lanes";
import { LeasedWork } from "@/lib/sending/leased-work";
import { QueueUpkeep } from "@/lib/sending/queue-upkeep";
import type { AttemptResult } from "@/lib/sending/result";
import { createSettleBatch } from "@/lib/sending/settle";
import { Settler } from "@/lib/sending/settler";
import { tellDiscarded } from "@/lib/sending/tell-attempts";
import { UnknownLeases } from "@/lib/sending/unknown-leases";

/** How often the database is asked for due work without a notification: other copies mark lanes, too. */
const RENEW_MS = 15_000;
/** How long to wait after the database failed to answer. */
const BACKOFF_MS = 1_000;
/** How many claimed deliveries start before other work of the process gets its turn. */
const STARTED_AT_ONCE = 32;

/**
 * The life of a delivery. It is committed together with its event, as a row of the queue; either this process leases it
 * in that same commit and has it in memory, or a claim leases it later. It waits in its endpoint's lane, is attempted,
 * and the result is settled: finished and out of the queue, or back in it for the next attempt. If the worker dies in
 * between, the lease is freed and another worker attempts it again: at least once, never maybe.
 */
export class DeliveryEngine implements Dispatch {
  readonly workerId: string;
  readonly #lanes: Lanes;
  readonly #breaker: Breaker;
  readonly #settler: Settler;
  readonly #memory: LeasedWork;
  readonly #unknown: UnknownLeases;
  readonly #marks: LaneMarks;
  readonly #upkeep: QueueUpkeep;
  readonly #underway = new TransientSet<Promise<void>>();
  #isBrokenOff = false;
  readonly #claims: Claims;
  readonly #rounds: Rounds;
  #renewal: NodeJS.Timeout | null = null;
  #stopping = false;

  constructor(private readonly parts: EngineParts) {
    this.workerId = parts.workerId;
    this.#memory = new LeasedWork(parts.shared.payloads);
    this.#lanes = new Lanes(parts.bounds, parts.isPressed, parts.shared.taken);
    this.#breaker = new Breaker(parts, (projectId, endpointId) =>
      this.#lanes.startSlowly({ projectId, laneId: endpointId }),
    );
    this.#marks = new LaneMarks(parts.pool, {
      onMarked: () => this.poke(),
      onError: (error) => {
        parts.onFailed(error);
        parts.log.warn({ err: error }, "marking lanes as due failed; trying again");
      },
    });
    this.#upkeep = new QueueUpkeep({ ...parts, mark: (lanes, delayMs) => this.markDue(lanes, delayMs) });
    this.#unknown = new UnknownLeases(
      parts,
      (deliveryId) => this.#memory.has(deliveryId),
      (lanes) => this.markDue(lanes),
    );
    this.#claims = new Claims(parts.pool, parts.workerId, this.#lanes);
    this.#rounds = new Rounds({
      run: async () => Math.min(restMs(), await this.#claimOnce()),
      onError: (error) => {
        parts.onFailed(error);
        parts.log.error({ err: error }, "claiming due deliveries failed; trying again");
        this.doubt();
      },
      afterErrorMs: BACKOFF_MS,
    });
    const { dbOf, markDue: onDue } = parts.elsewhere;
    const here = { ...parts, breaker: this.#breaker, onDue: this.markDue.bind(this) };
    const settleIn = (db: Database) =>
      createSettleBatch({ ...parts, db, pool: db.pool, breaker: null, onDue }, this.workerId);
    this.#settler = new Settler(
      settleAfterSplit(createSettleBatch(here, this.workerId), { dbOf, settleIn }),
      (result) => this.#letGo(result.work),
      (error) => {
        parts.onFailed(error);
        parts.log.error({ err: error }, "settling deliveries failed; trying again");
      },
      parts.takeTurn,
    );
  }

  /** Attempts in flight. */
  get attempts(): number {
    return this.#underway.size;
  }

  start(): void {
    this.#rounds.start();
    this.#upkeep.start();
    this.#breaker.start((error) =>
      this.parts.log.warn({ err: error }, "reading failing endpoints failed; trying again"),
    );
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
  }

  reserve(lane: Lane): boolean {
    return !this.#stopping && this.#lanes.reserve(lane);
  }

  unreserve(lane: Lane): void {
    if (this.#lanes.release(lane, false)) this.poke();
  }

  markDue(lanes: Iterable<Lane>, delayMs = 0): void {
    this.#marks.mark(lanes, delayMs);
  }

  /** Searches all lanes after lost notifications, or after the death of a worker with unwritten marks. */
  lookThrough(): void {
    this.#upkeep.lookThrough();
    this.poke();
  }

  doubt(): void {
    this.#unknown.doubt();
  }

  accept(work: DeliveryWork): void {
    if (this.#stopping) return void this.#giveBack([work]);
    this.#lanes.enqueue(this.#memory.add(work));
    this.#pump(work.laneId);
  }

  poke(): void {
    this.#rounds.poke();
  }

  wakePulls(): void {
    this.parts.wakePulls();
  }

  /** Takes no more work, and gives back at once what has not started. */
  async stopTaking(): Promise<void> {
    this.#stopping = true;
    await this.#rounds.stop();
    await this.#upkeep.stop();
    await this.#giveBack(this.#lanes.drain());
  }

  /**
   * Settles attempts that end within the patience. Abandons the others: the next worker to lease them makes the attempt
   * anew.
   */
  async stop(patienceMs = Number.POSITIVE_INFINITY): Promise<void> {
    const until = performance.now() + patienceMs;
    await this.stopTaking();
    this.#breaker.stop();
    await this.#unknown.stop();
    await endsWithin(Promise.all(this.#underway), until - performance.now());
    this.#isBrokenOff = true;
    if (this.#renewal) clearInterval(this.#renewal);
    await this.#settler.flush();
    await this.#marks
      .stop()
      .catch((error) => this.parts.log.warn({ err: error }, "marking lanes as due failed; another worker finds them"));
  }

  async #giveBack(works: DeliveryWork[]): Promise<void> {
    for (const work of works) this.#memory.remove(work);
    await this.#release(works).catch((error) =>
      this.parts.log.warn({ err: error }, "could not give waiting deliveries back; their leases will run out"),
    );
  }

  async #release(works: readonly DeliveryWork[]): Promise<void> {
    if (works.length === 0) return;
    const { rows } = await this.parts.pool.query<Lane>(RELEASE({ workerId: this.workerId, items: works }));
    this.markDue(rows);
  }

  /** Returns the ids of those that this worker still leases. */
  async #renewLeases(works: readonly DeliveryWork[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.parts.pool.query<{ delivery_id: string }>(
      RENEW({ workerId: this.workerId, items: works }),
    );
    return new Set(rows.map((row) => row.delivery_id));
  }

  #pump(laneId: string): void {
    for (let work = this.#lanes.start(laneId); work; work = this.#lanes.start(laneId)) {
      const running = this.#run(work).finally(() => {
        this.#underway.delete(running);
        this.#lanes.finish(work);
        this.#pump(laneId);
      });
      this.#underway.add(running);
    }
  }

  async #run(work: DeliveryWork): Promise<void> {
    try {
      const done = await this.#memory.withPayloadMemory(work, () => this.#attempt(work));
      if (this.#isBrokenOff) return;
      switch (done?.kind) {
        case "attempted":
          this.#settler.add(done.result satisfies AttemptResult, this.#lanes.isAwaited(work));
          return;
        case "hold":
          await this.#release([work]);
          break;
        case "discard":
          await discardUndeliverable(this.parts.pool, this.workerId, { work, reason: done.reason });
          tellDiscarded(this.parts.log, work);
          break;
        case undefined:
          break;
      }
    } catch (error) {
      // The lease is given back or expires, and the work is claimed again; the receiver needs no notice and nothing is
      // undone.
      this.doubt();
      this.parts.log.error({ err: error, delivery: work.deliveryId }, "a delivery could not be attempted");
    }
    this.#letGo(work);
  }

  /** Null if another worker has, or may have, the delivery. */
  async #attempt(work: DeliveryWork): Promise<Attempted | null> {
    if (!this.#memory.isLeased(work)) return null;
    if (work.orderingKey !== undefined && !(await this.#isStillMine(work))) return null;
    return attemptDelivery(this.parts, work);
  }

  /** Asks the database once more if order matters: the next one of the sequence may be in flight already. */
  async #isStillMine(work: DeliveryWork): Promise<boolean> {
    return (await this.#renewLeases([work])).has(work.deliveryId);
  }

  #letGo(work: DeliveryWork): void {
    this.#memory.remove(work);
    if (this.#lanes.release(work, isRetry(work))) this.poke();
  }

  /** Returns when to look again, in milliseconds. */
  async #claimOnce(): Promise<number> {
    if (this.#lanes.freeInAll() <= 0) return LEFT_MS;
    const { claimed, probes, againMs } = await this.parts.shared.claimCosts.measure(() => this.#claims.claim());
    if (claimed.length === 0) return againMs;
    const { pool } = this.parts;
    const work = await readWork(pool, claimed);
    for (const item of work) this.#lanes.takePlace(item, isRetry(item));
    for (const [place, item] of work.entries()) {
      if (place % STARTED_AT_ONCE === STARTED_AT_ONCE - 1) await yieldLoop();
      this.accept(probes.has(item.deliveryId) ? { ...item, isProbe: true } : item);
    }
    if (work.length < claimed.length) await removeOrphans(pool, this.workerId, { claimed, found: work });
    return againMs;
  }

  async #renew(): Promise<void> {
    try {
      await this.#memory.renew((works) => this.#renewLeases(works));
    } catch (error) {
      this.parts.log.warn({ err: error }, "renewing leases failed; trying again");
    }
  }
}
