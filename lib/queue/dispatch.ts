import type { Lane } from "@/lib/queue/due-lanes";
import type { DeliveryWork } from "@/lib/queue/work";

/** What the recorder needs of the delivery engine in its own process, to hand it work without a claim. */
export type Dispatch = {
  /** Null where no deliveries are made in this process: nothing is leased then. */
  readonly workerId: string | null;
  /** Takes a place in the lane for a delivery about to be committed; false when it is full or has a backlog. */
  reserve(lane: Lane): boolean;
  /** Gives a place back when the commit did not happen. */
  unreserve(lane: Lane): void;
  /** Committed work that has a reserved place. */
  accept(work: DeliveryWork): void;
  /** These lanes have committed work without a place, after the delay where one is given: it is looked for. */
  markDue(lanes: Iterable<Lane>, delayMs?: number): void;
  /** Committed work that devices pull, from whichever copy: let them look. */
  wakePulls(): void;
  /** A commit got no answer and may have leased work to this worker that it does not know of. */
  doubt(): void;
};
