import type pg from "pg";
import { type LeftWork, WAKE_FOR, WorkerTurns } from "@/lib/queue/wake";

/** Each notification wakes every copy. */
const GATHER_MS = 10;

/** Tells the workers of every copy of work that this one leaves to them: at once, and then once in a while for all of it. */
export class Waker {
  readonly #left = new Set<LeftWork>();
  #timer: NodeJS.Timeout | null = null;
  readonly #turns = new WorkerTurns();

  constructor(private readonly pool: pg.Pool) {}

  tell(work: LeftWork): void {
    this.#left.add(work);
    if (this.#timer === null) this.#send();
  }

  #send(): void {
    this.#timer = null;
    if (this.#left.size === 0) return;
    const left = { turn: this.#turns.now(), work: [...this.#left] };
    this.#left.clear();
    // Their looking finds the work anyway; the notification only makes it sooner.
    this.pool.query(WAKE_FOR(left)).catch(() => {});
    this.#timer = setTimeout(() => this.#send(), GATHER_MS);
  }
}
