import type { CompiledFilter } from "@/lib/filter/compile-filter";
import type { ProjectSettings } from "@/lib/projects/schemas";
import type { CustomResponse, Verifier } from "@/lib/sources/schemas";
import type { EndpointStatus, ProjectType, ProviderName, RetryStrategy } from "@/lib/vocabulary";

/**
 * A project's configuration as the engines read it: decrypted, compiled, immutable, of one `config_version`.
 * Receiving, routing and delivering work from it, so that the way of an event reads no configuration tables.
 */
export type ProjectSnapshot = {
  readonly id: string;
  readonly type: ProjectType;
  readonly version: number;
  readonly settings: ProjectSettings;
  readonly sources: ReadonlyMap<string, SourcePlan>;
  readonly endpoints: ReadonlyMap<string, EndpointPlan>;
  /** By source for an incoming project. */
  readonly bySource: ReadonlyMap<string, readonly SubscriptionPlan[]>;
  /** By endpoint, for events that name theirs. */
  readonly byEndpoint: ReadonlyMap<string, readonly SubscriptionPlan[]>;
};

export type SourcePlan = {
  readonly id: string;
  readonly maskId: string;
  readonly isDisabled: boolean;
  readonly provider: ProviderName | null;
  readonly verifier: Verifier;
  readonly idempotencyKeys: readonly string[];
  readonly customResponse: CustomResponse | null;
};

export type EndpointPlan = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly status: EndpointStatus;
  readonly advancedSignatures: boolean;
  readonly secrets: readonly SecretPlan[];
  /** Headers that authenticate us to the receiver. */
  readonly authHeaders: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Deliveries per `rateWindowSeconds`; 0 is no limit. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
};

/** A signing key and when it stops signing (milliseconds since 1970; Infinity while it is current). */
export type SecretPlan = { readonly key: Buffer; readonly expiresAt: number };

export type SubscriptionPlan = {
  readonly id: string;
  readonly endpointId: string;
  readonly sourceId: string | null;
  readonly eventTypes: readonly string[];
  /** Null when the filter is empty and every event passes. */
  readonly filter: CompiledFilter | null;
  readonly retry: RetryPolicy;
};

/** Seconds; `retryLimit` counts all tries, the first included. */
export type RetryPolicy = {
  readonly strategy: RetryStrategy;
  readonly intervalSeconds: number;
  readonly retryLimit: number;
  readonly maxRetrySeconds: number;
};
