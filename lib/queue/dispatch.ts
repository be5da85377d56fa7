import type { Lane } from "@/lib/queue/due-lanes";
import type { DeliveryWork } from "@/lib/queue/work";

/** What the recorder needs of the delivery engine in its own process, to give it work without a claim. */
export type Dispatch = {
  /** Null if this process makes no deliveries: then nothing is leased. */
  readonly workerId: string | null;
  /**
   * Takes a place in the lane for a delivery about to be committed; returns false if the lane is full or has a backlog.
   */
  reserve(lane: Lane): boolean;
  /** Returns a place whose delivery was not committed. */
  unreserve(lane: Lane): void;
  /** Takes committed work that has a reserved place. */
  accept(work: DeliveryWork): void;
  /** Marks lanes due that have committed work without a place, after the delay if there is one. */
  markDue(lanes: Iterable<Lane>, delayMs?: number): void;
  /** Wakes pulls at every copy for committed work of devices. */
  wakePulls(): void;
  /** Reports a commit without an answer, which may have leased work to this worker. */
  doubt(): void;
};
