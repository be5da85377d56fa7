import type pg from "pg";
import { type Leases, LIST_LEASES, RELEASE } from "@/lib/queue/lease";

const LOOK_MS = 1_000;
/** A commit that is in doubt is over by then: its connection was closed, or its lease has run out. */
const DOUBT_MS = 90_000;

/**
 * Leases of this worker that it does not know of. When a claim or a commit gets no answer, its lease may be in the store
 * without the work being in memory; nobody would touch it until the lease runs out. So for a while after such a failure
 * the store's list is compared with what is in memory; what is missing here in two looks is given back.
 */
export class UnknownLeases {
  #until = 0;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #missing = new Set<string>();
  #stopped = false;

  constructor(
    private readonly parts: { pool: pg.Pool; workerId: string },
    private readonly isKnown: (deliveryId: string) => boolean,
    private readonly onReleased: () => void,
  ) {}

  doubt(): void {
    this.#until = performance.now() + DOUBT_MS;
    if (!this.#timer && !this.#stopped) this.#next();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
  }

  #next(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#timer = null;
        if (!this.#stopped && performance.now() < this.#until) this.#next();
        else this.#missing.clear();
      });
    }, LOOK_MS);
  }

  async #look(): Promise<void> {
    const { pool, workerId } = this.parts;
    try {
      const { rows: leases } = await pool.query<Leases["items"][number]>(LIST_LEASES(workerId));
      const unknown = leases.filter(({ deliveryId }) => !this.isKnown(deliveryId));
      const again = unknown.filter(({ deliveryId }) => this.#missing.has(deliveryId));
      this.#missing = new Set(unknown.map(({ deliveryId }) => deliveryId));
      if (again.length === 0) return;
      await pool.query(RELEASE({ workerId, items: again }));
      this.onReleased();
    } catch {
      // The store is still away, which whoever asked it before has reported; the doubt goes on.
      this.doubt();
    }
  }
}
