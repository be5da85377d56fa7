import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import { CLAIMED, type Claimed } from "@/lib/queue/claim";
import { expectCounters } from "@/lib/queue/counters.fixture";
import { discardUndeliverable } from "@/lib/queue/discard";
import { RELEASE, RELEASE_ALL, RELEASE_EXPIRED } from "@/lib/queue/lease";
import { QueueBench } from "@/lib/queue/queue.fixture";
import { readWork } from "@/lib/queue/read-work";
import type { AttemptCause } from "@/lib/queue/settle";
import { toTrait } from "@/lib/queue/trait";
import { type StoredStatus, transition } from "@/lib/queue/transition";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const STEPS = [
  "record",
  "record refused",
  "record leased",
  "record ordered",
  "record delayed",
  "claim",
  "succeed",
  "retry",
  "fail",
  "undeliverable",
  "release",
  "worker dies",
  "lease runs out",
  "backoff ends",
  "its time comes",
  "resend",
  "resend many",
  "cancel",
  "abandon",
] as const;
type Step = { does: (typeof STEPS)[number]; at: number; by: number };

const step = (does: Step["does"] | undefined) =>
  fc.record({
    does: does ? fc.constant(does) : fc.constantFrom(...STEPS),
    at: fc.nat({ max: 50 }),
    by: fc.nat({ max: 1 }),
  });

/** A few deliveries of each sort come first, so that the following steps meet them in every state. */
const Steps = fc
  .tuple(
    step("record"),
    step("record leased"),
    step("record ordered"),
    step("record ordered"),
    step("record ordered"),
    step("record delayed"),
    step("claim"),
    fc.array(step(undefined), { minLength: 15, maxLength: 40 }),
  )
  .map((steps) => steps.flat());
const CHECKED_EVERY = 4;
const DAY_MS = 86_400_000;
const CLAIMABLE = { is_queued: true, is_leased: false, is_parked: false, is_ahead: false };

type Row = {
  id: string;
  status: StoredStatus;
  trait: string | null;
  attempts: number;
  failed_with: string | null;
  dead: string | null;
  lease: string | null;
  is_leased: boolean;
  is_queued: boolean;
  is_parked: boolean;
  /** It is not due before a time to come. */
  is_ahead: boolean;
  is_head: boolean | null;
};

/** The situation in which a step is done. */
type Move = {
  at: number;
  worker: string;
  endpointId: string;
  /** Every delivery as it was. */
  before: Map<string, Row>;
  /** Any of them; undefined while there is none. */
  id: string | undefined;
  /** Some of those that the worker remembers to have leased. */
  ends: readonly string[];
};

/** What the database has of each delivery, and what a worker knows of its leases. */
class Run {
  readonly workers = [newId(), newId()] as const;
  readonly endpoints = [newId(), newId()] as const;
  /** Leases as the workers remember them; some have expired since. */
  readonly remembered = new Map<string, string>();
  readonly expected = new Map<string, StoredStatus>();

  constructor(readonly bench: QueueBench) {}

  async rows(): Promise<Map<string, Row>> {
    const rows = await this.bench.query<Row>(
      `select d.id, d.status, d.dead, d.trait, d.num_trials as attempts, q.lease, q.delivery_id is not null as is_queued,
         (select nullif(coalesce(a.error_code, a.response_status::text), '200') from delivery_attempts a
           where a.project_id = d.project_id and a.delivery_id = d.id order by a.number desc limit 1) as failed_with,
         q.lease is not null and q.due_at > now() as is_leased, coalesce(q.due_at = 'infinity', false) as is_parked, o.is_head,
         coalesce(q.not_before > now(), false) as is_ahead
       from event_deliveries d
       left join delivery_queue q on q.project_id = d.project_id and q.delivery_id = d.id
       left join ordered_deliveries o on o.project_id = d.project_id and o.delivery_id = d.id
       where d.project_id = $1`,
      [this.bench.projectId],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async take({ does, at, by }: Step): Promise<void> {
    const worker = this.workers[by % 2] as string;
    const mine = [...this.remembered].filter(([, owner]) => owner === worker).map(([leased]) => leased);
    await this.#verbs[does]({
      at,
      worker,
      endpointId: this.endpoints[at % 2] as string,
      before: await this.rows(),
      id: this.bench.ids[at % Math.max(1, this.bench.ids.length)],
      ends: mine.slice(0, 1 + (at % 3)),
    });
  }

  readonly #verbs: Record<Step["does"], (move: Move) => Promise<void>> = {
    record: ({ endpointId }) => this.#record({ endpointId, cause: "recorded", leasedTo: null, key: null }),
    "record refused": ({ endpointId }) => this.#record({ endpointId, cause: "refused", leasedTo: null, key: null }),
    "record leased": ({ endpointId, worker }) =>
      this.#record({ endpointId, cause: "recorded", leasedTo: worker, key: null }),
    "record ordered": ({ endpointId }) => this.#record({ endpointId, cause: "recorded", leasedTo: null, key: "key" }),
    "record delayed": ({ endpointId, at }) => {
      const deliverAt = new Date(Date.now() + DAY_MS);
      return this.#record({
        endpointId,
        cause: "recorded",
        leasedTo: null,
        key: at % 3 === 0 ? "key" : null,
        deliverAt,
      });
    },
    claim: (move) => this.#claim(move),
    succeed: (move) => this.#settle(move, "succeeded"),
    retry: (move) => this.#settle(move, "retried"),
    fail: (move) => this.#settle(move, "failed"),
    undeliverable: (move) => this.#discard(move),
    release: (move) => this.#release(move),
    "worker dies": async ({ worker }) => void (await this.bench.ask(RELEASE_ALL(worker))),
    "lease runs out": (move) => this.#expire(move),
    "backoff ends": async () => {
      await this.bench.query(
        "update delivery_queue set due_at = greatest(now(), not_before) where lease is null and due_at <> 'infinity'",
      );
    },
    "its time comes": async () => {
      const due = "case when due_at = not_before then now() else due_at end";
      await this.bench.query(`update delivery_queue set due_at = ${due}, not_before = not_before - interval '2 days'`);
    },
    resend: ({ before, id }) => this.#resend(before, id === undefined ? [] : [id], "wait"),
    "resend many": ({ before, at }) => {
      const everyThird = this.bench.ids.filter((_, place) => place % 3 === at % 3);
      return this.#resend(before, everyThird, "skip");
    },
    cancel: (move) => this.#cancel(move),
    abandon: (move) => this.#abandon(move),
  };

  async #record(wanted: Parameters<QueueBench["record"]>[0]): Promise<void> {
    const made = await this.bench.record(wanted);
    if (wanted.leasedTo !== null) this.remembered.set(made, wanted.leasedTo);
    this.#expect(made, transition(null, wanted.cause)?.status);
  }

  async #claim({ worker, before }: Move): Promise<void> {
    for (const claimed of await this.bench.claim(worker)) {
      expect(before.get(claimed)).toMatchObject(CLAIMABLE);
      this.remembered.set(claimed, worker);
    }
  }

  async #settle({ worker, before, ends }: Move, cause: AttemptCause): Promise<void> {
    const settled = await this.bench.settle(worker, ends, cause);
    expect(new Set(settled)).toEqual(new Set(ends.filter((one) => before.get(one)?.lease === worker)));
    for (const one of settled) this.#expect(one, this.#after(before.get(one), cause, true));
    for (const one of ends) this.remembered.delete(one);
  }

  async #discard({ worker, before, ends: [one] }: Move): Promise<void> {
    if (one === undefined) return;
    const claimed = await this.bench.query<Claimed>(`select ${CLAIMED} from delivery_queue q where delivery_id = $1`, [
      one,
    ]);
    const [work] = await readWork(database.db.pool, claimed);
    this.remembered.delete(one);
    if (!work) return;
    await discardUndeliverable(database.db.pool, worker, { work, reason: "" });
    if (before.get(one)?.lease === worker) this.#expect(one, this.#after(before.get(one), "undeliverable", true));
  }

  async #release({ worker, ends }: Move): Promise<void> {
    if (ends.length === 0) return;
    const { ask, projectId } = this.bench;
    await ask(RELEASE({ workerId: worker, items: ends.map((deliveryId) => ({ projectId, deliveryId })) }));
    for (const one of ends) this.remembered.delete(one);
  }

  async #expire({ at, ends }: Move): Promise<void> {
    await this.bench.query(
      "update delivery_queue set due_at = now() where lease is not null and delivery_id = any($1)",
      [ends],
    );
    if (at % 2 === 0) await this.bench.ask(RELEASE_EXPIRED(null));
  }

  async #resend(before: Move["before"], ids: readonly string[], patience: "wait" | "skip"): Promise<void> {
    if (ids.length === 0) return;
    const resent = await this.bench.resend(ids, patience);
    const may = ids.filter((one) => this.#after(before.get(one), "resent", false) !== undefined);
    expect(new Set(resent)).toEqual(new Set(may));
    const now = await this.rows();
    for (const one of resent) this.#expect(one, "Scheduled");
    for (const one of resent) expect(now.get(one)?.is_ahead).toBe(false);
  }

  async #cancel({ before, id }: Move): Promise<void> {
    if (id === undefined) return;
    const after = this.#after(before.get(id), "cancelled", false);
    expect(await this.bench.cancel(id)).toBe(after !== undefined);
    if (after) this.#expect(id, after);
  }

  async #abandon({ endpointId, before }: Move): Promise<void> {
    await this.bench.abandon(endpointId);
    for (const [one, row] of before) {
      if (this.bench.made(one).laneId !== endpointId) continue;
      // A lease that ran out is freed before its delivery waits.
      const after = this.#after(row, "abandoned", row.lease !== null);
      if (after) this.#expect(one, after);
    }
  }

  #expect(id: string, status: StoredStatus | undefined): void {
    expect(status).toBeDefined();
    if (status) this.expected.set(id, status);
  }

  /** The status by the table of transitions. A worker's own lease counts even if it has expired. */
  #after(row: Row | undefined, cause: Parameters<typeof transition>[1], asWorker: boolean): StoredStatus | undefined {
    if (!row) return undefined;
    const holdsOrder = row.is_head === true && row.status === "Failure";
    return transition({ status: row.status, isLeased: asWorker || row.is_leased, holdsOrder }, cause)?.status;
  }

  /** Checks what must hold after every step. */
  async check(): Promise<void> {
    const rows = await this.rows();
    expect(Object.fromEntries([...rows].map(([id, { status }]) => [id, status]))).toEqual(
      Object.fromEntries(this.expected),
    );
    for (const row of rows.values()) {
      expect(row.is_queued).toBe(row.status === "Scheduled" || row.status === "Retry");
      expect(row.dead).toBe(row.status === "Failure" || row.status === "Discarded" ? row.status : null);
      expect(row.trait).toBe(row.attempts === 0 ? null : toTrait({ ...row, failedWith: row.failed_with }));
      expect(row.is_parked).toBe(row.is_queued && row.is_head === false);
    }
    await expectCounters(this.bench);
    const headless = await this.bench.query(
      "select endpoint_id from ordered_deliveries where project_id = $1 group by 1, ordering_key having count(*) filter (where is_head) <> 1",
      [this.bench.projectId],
    );
    expect(headless).toEqual([]);
  }
}

it("keeps queue, statuses, sequences and counters consistent after any series of changes", async () => {
  await fc.assert(
    fc.asyncProperty(Steps, async (steps) => {
      await database.db.pool.query(
        "truncate events, event_deliveries, delivery_attempts, delivery_queue, ordered_deliveries, endpoint_stat_deltas",
      );
      const run = new Run(await QueueBench.open(database));
      for (const [place, taken] of steps.entries()) {
        await run.take(taken);
        if (place % CHECKED_EVERY === 0) await run.check();
      }
      await run.check();
    }),
    { numRuns: 50, endOnFailure: true },
  );
});
