import type pg from "pg";
import { Rounds } from "@/lib/kernel/rounds";
import type { Lane } from "@/lib/queue/due-lanes";
import { type Leases, LIST_LEASES, RELEASE } from "@/lib/queue/lease";

const LOOK_MS = 1_000;
/** A commit in doubt is over by then: its connection was closed, or its lease has expired. */
const DOUBT_MS = 90_000;

/**
 * Finds leases of this worker that it does not know of. If a claim or a commit gets no answer, its lease may be in the
 * database without the work being in memory; nobody would touch that work until the lease expires. So for a while after
 * such a failure the database's list is compared with memory, and what is missing here in two looks is given back.
 */
export class UnknownLeases {
  #until = 0;
  #missing = new Set<string>();
  readonly #rounds: Rounds;

  constructor(
    private readonly parts: { pool: pg.Pool; workerId: string },
    private readonly isKnown: (deliveryId: string) => boolean,
    private readonly onReleased: (lanes: readonly Lane[]) => void,
  ) {
    this.#rounds = new Rounds({
      run: () => this.#look(),
      // The database is still unreachable, as its first caller has reported; the doubt goes on.
      onError: () => this.doubt(),
      afterErrorMs: LOOK_MS,
    });
  }

  doubt(): void {
    this.#until = performance.now() + DOUBT_MS;
    this.#rounds.poke(LOOK_MS);
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #look(): Promise<number> {
    const { pool, workerId } = this.parts;
    const { rows: leases } = await pool.query<Leases["items"][number]>(LIST_LEASES(workerId));
    const unknown = leases.filter(({ deliveryId }) => !this.isKnown(deliveryId));
    const again = unknown.filter(({ deliveryId }) => this.#missing.has(deliveryId));
    const isOver = performance.now() >= this.#until;
    this.#missing = new Set(isOver ? [] : unknown.map(({ deliveryId }) => deliveryId));
    if (again.length > 0) {
      this.onReleased((await pool.query<Lane>(RELEASE({ workerId, items: again }))).rows);
    }
    return isOver ? Number.POSITIVE_INFINITY : LOOK_MS;
  }
}
