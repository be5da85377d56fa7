import { type IncomingEvent, type RecordedEvent, weightOf } from "@/lib/intake/recorder";
import type { Ahead } from "@/lib/intake/route-ahead";
import type { OnCommit } from "@/lib/intake/trace-event";

/** An event that waits for its commit. */
export type Waiting = {
  event: IncomingEvent;
  ahead: Ahead | null;
  since: number;
  /** Called when it is committed; null if nobody asks. */
  onCommit: OnCommit | null;
  resolve(result: RecordedEvent): void;
  reject(error: unknown): void;
};

export const MAX_BATCH_EVENTS = 200;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** The events that wait for their commit, in the order in which they came. */
export class WaitingEvents {
  readonly #all: Waiting[] = [];
  #bytes = 0;

  get size(): number {
    return this.#all.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts the bytes of one that is still on its way here. */
  expect(event: IncomingEvent): void {
    this.#bytes += weightOf(event);
  }

  /** Adds one that was expected. */
  add(waiting: Waiting): void {
    this.#all.push(waiting);
  }

  /** Takes as many as one commit may have; at least one, if there is any. */
  takeBatch(): Waiting[] {
    let count = 0;
    let bytes = 0;
    for (const { event } of this.#all) {
      if (count === MAX_BATCH_EVENTS || (count > 0 && bytes + weightOf(event) > MAX_BATCH_BYTES)) break;
      count += 1;
      bytes += weightOf(event);
    }
    this.#bytes -= bytes;
    return this.#all.splice(0, count);
  }

  /** Takes those that have waited since this time of `performance.now()`, or longer. */
  takeOld(since: number): Waiting[] {
    const young = this.#all.findIndex((waiting) => waiting.since > since);
    const old = this.#all.splice(0, young < 0 ? this.#all.length : young);
    for (const { event } of old) this.#bytes -= weightOf(event);
    return old;
  }
}
