import type { Destination } from "@/lib/queue/destination";
import type { EventOutcome } from "@/lib/queue/event-outcome";
import type { FirstCause } from "@/lib/queue/transition";
import type { RetryPolicy } from "@/lib/queue/work";

/** What the sender of an event calls it: kept and found by, and nothing else. */
export type Labels = {
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly tags: readonly string[] | null;
};

/** An event as it is first written. */
export type NewEvent = EventOutcome & {
  readonly id: string;
  readonly projectId: string;
  readonly sourceId: string | null;
  readonly eventType: string;
  readonly idempotencyKey: string | null;
  /** The recipient that the sender names, if any. */
  readonly target: object | null;
  /** Endpoints that receive it. */
  readonly endpoints: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly urlQueryParams: string;
  readonly path: string;
  readonly payload: Buffer;
  /** When its sender wants it delivered; null for at once. */
  readonly deliverAt: Date | null;
  readonly labels: Labels | null;
};

/** A delivery as it is first written. */
export type NewDelivery = {
  readonly id: string;
  readonly projectId: string;
  readonly eventId: string;
  readonly destination: Destination;
  readonly laneId: string;
  readonly subscriptionId: string | null;
  readonly eventType: string;
  readonly idempotencyKey: string | null;
  readonly urlQueryParams: string;
  /** Null if it sends the event's own. */
  readonly headers: Readonly<Record<string, string>> | null;
  readonly payload: Buffer | null;
  /** The versions of functions that ran over it; null if none did. */
  readonly functionVersions: readonly string[] | null;
  readonly retry: RetryPolicy;
  readonly cause: FirstCause;
  readonly description: string;
  /** Leased to the worker of this process in its own commit. */
  readonly isLeased: boolean;
  /** Not due before this; null if it is due at once. */
  readonly deliverAt: Date | null;
  /** The labels of its event. */
  readonly labels: Labels | null;
};

export type Recording = {
  /**
   * The configuration by which the batch was planned: `version` is the project's `config_version`. Null fits every one
   * of a project that is there and not archived.
   */
  readonly guards: readonly { readonly projectId: string; readonly version: number | null }[];
  readonly events: readonly NewEvent[];
  /** Deliveries of these events and of earlier ones. */
  readonly deliveries: readonly NewDelivery[];
  /** The worker that gets the leases; null if nothing is leased. */
  readonly workerId: string | null;
};
