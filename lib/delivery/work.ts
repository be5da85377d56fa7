import type { RetryPolicy } from "@/lib/snapshots/snapshot";

/** One leased delivery in the memory of the worker that will attempt it. */
export type DeliveryWork = {
  readonly kind: "delivery" | "meta_event";
  readonly projectId: string;
  readonly deliveryId: string;
  /** The endpoint, a subscription with a rate limit of its own, or for a meta event the project. */
  readonly laneId: string;
  /** For a meta event the project, for a device's delivery the device. */
  readonly endpointId: string;
  /** Set where a device has pulled it. */
  readonly deviceId?: string;
  readonly subscriptionId: string | null;
  readonly eventId: string | null;
  readonly eventType: string;
  /** Tries made before this one. */
  readonly numTrials: number;
  /** Tries that were made when the present retry budget began. */
  readonly budgetFrom: number;
  readonly policy: RetryPolicy;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a large payload, which is read when its turn comes. */
  readonly payload: Buffer | null;
  readonly urlQueryParams: string;
  /** Only one delivery with this key is attempted at a time; absent where the order does not matter. */
  readonly orderingKey?: string;
  /** Milliseconds since 1970; latency counts from here. */
  readonly createdAt: number;
  /** It probes an endpoint whose circuit breaker is open. */
  readonly isProbe?: boolean;
};

/** How long a lease holds without renewal. A dead worker's work comes back after this at the latest. */
export const LEASE_SECONDS = 60;

/** What the recorder needs of the delivery engine in its own process, to hand it work without a claim. */
export type Dispatch = {
  /** Null where no deliveries are made in this process: nothing is leased then. */
  readonly workerId: string | null;
  /** Takes a place in the lane for a delivery about to be committed; false when the lane is full or has a backlog. */
  reserve(laneId: string): boolean;
  /** Gives a place back when the commit did not happen. */
  unreserve(laneId: string): void;
  /** Committed work that has a reserved place. */
  accept(work: DeliveryWork): void;
  /** Committed work without a place: look for it soon. */
  poke(): void;
  /** Committed work that devices pull, from whichever copy: let them look. */
  wakePulls(): void;
  /** A commit got no answer and may have leased work to this worker that it does not know of. */
  doubt(): void;
};
