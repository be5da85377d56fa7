import type { RetryStrategy } from "@/lib/kernel/vocabulary";
import type { Destination } from "@/lib/queue/destination";
import type { Ordered } from "@/lib/queue/order";

/** In seconds; `retryLimit` counts all attempts, the first included. */
export type RetryPolicy = {
  readonly strategy: RetryStrategy;
  readonly intervalSeconds: number;
  readonly retryLimit: number;
  readonly maxRetrySeconds: number;
};

/** Larger payloads are in memory only within a bound. */
export const LARGE_PAYLOAD = 32_768;

/** One leased delivery or meta event in the memory of its worker. */
export type DeliveryWork = {
  readonly projectId: string;
  readonly deliveryId: string;
  readonly destination: Destination;
  readonly laneId: string;
  readonly subscriptionId: string | null;
  /** Null for a meta event. */
  readonly eventId: string | null;
  readonly eventType: string;
  /** Attempts made before this one. */
  readonly numTrials: number;
  /** Attempts made before the present retry budget began. */
  readonly budgetFrom: number;
  readonly policy: RetryPolicy;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a large payload, which is read when its turn comes. */
  readonly payload: Buffer | null;
  readonly payloadBytes: number;
  readonly urlQueryParams: string;
  /** Only one delivery with this key is attempted at a time; absent if order does not matter. */
  readonly orderingKey?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it was to be sent, in milliseconds since 1970, if not when it was created: latency is measured from then. */
  readonly deliverAt?: number;
  /** It probes an endpoint with an open circuit breaker. */
  readonly isProbe?: boolean;
};

/** Its position in a sequence; null if order does not matter. */
export function orderOf({ projectId, deliveryId, destination, orderingKey }: DeliveryWork): Ordered | null {
  if (orderingKey === undefined || destination.kind !== "endpoint") return null;
  return { projectId, deliveryId, endpointId: destination.endpointId, key: orderingKey };
}
