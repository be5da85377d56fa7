import type { Map as ImmutableMap } from "immutable";
import type { CompiledFilter } from "@/lib/filter/compile-filter";
import type { EndpointStatus, Envelope, ProjectType, ProviderName } from "@/lib/kernel/vocabulary";
import type { PayloadValidator } from "@/lib/nouns/event-types/validator";
import type { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { CustomResponse, EventTypeFrom, Verifier } from "@/lib/nouns/sources/schemas";
import type { RetryPolicy } from "@/lib/queue/work";
import type { SignatureFormat } from "@/lib/signing/hookyard-signature";

/**
 * A project's configuration as the engines read it: compiled, immutable, of one `config_version`, but for breakers, of which
 * it has the latest state that was heard of. Receiving, routing and delivering work from it, so that the way of an event
 * reads no configuration tables. The snapshot of a newer version shares with the one before whatever did not change.
 */
export type ProjectSnapshot = {
  readonly id: string;
  readonly type: ProjectType;
  readonly version: number;
  readonly settings: ProjectSettings;
  readonly sending: SendingPlan;
  /** For deliveries that no subscription leads to. */
  readonly retry: RetryPolicy;
  readonly sources: ById<SourcePlan>;
  readonly endpoints: ById<EndpointPlan>;
  /** How many endpoints each owner has, with subscriptions or without. */
  readonly owners: ImmutableMap<string, number>;
  readonly devices: ById<DevicePlan>;
  /** All of them. */
  readonly subscriptions: ById<SubscriptionPlan>;
  /** Those of endpoints. */
  readonly toEndpoints: SubscriptionList;
  /** The same by source, for an incoming project. */
  readonly bySource: ById<SubscriptionList>;
  /** By endpoint and by its owner, for events that name theirs. */
  readonly byEndpoint: ById<SubscriptionList>;
  readonly byOwner: ImmutableMap<string, SubscriptionList>;
  /** Those of devices; the lists above do not have them. */
  readonly listeners: SubscriptionList;
  /** How many subscriptions have a function. */
  readonly functions: number;
  /** Names of the event types that have a schema. */
  readonly eventTypes: ById<string>;
  /** What `data` of an event created by API must match, by event type; types without a schema are not here. */
  readonly validators: ImmutableMap<string, PayloadValidator>;
};

/** What receiving needs: there long before the whole, where a project has a hundred thousand endpoints. */
export type ProjectCore = Pick<
  ProjectSnapshot,
  "id" | "type" | "version" | "settings" | "sending" | "retry" | "sources" | "eventTypes" | "validators"
>;

type ById<T> = ImmutableMap<string, T>;

/** In the order of their ids. */
export type SubscriptionList = readonly SubscriptionPlan[];

/** How a project's requests are written. Names of headers are in lower case, "" for one that is left out. */
export type SendingPlan = {
  readonly signatureHeader: string;
  readonly signature: SignatureFormat;
  readonly eventTypeHeader: string;
  readonly eventIdHeader: string;
  readonly attemptHeader: string;
  readonly envelope: Envelope;
};

export type SourcePlan = {
  readonly id: string;
  readonly maskId: string;
  readonly isDisabled: boolean;
  readonly provider: ProviderName | null;
  readonly verifier: Verifier;
  readonly idempotencyKeys: readonly string[];
  /** Where its events have their type; null for the usual places. */
  readonly eventTypeFrom: EventTypeFrom | null;
  readonly customResponse: CustomResponse | null;
  readonly bodyFunction: string | null;
  readonly headerFunction: string | null;
  /** Names in lower case; empty forwards all that may be forwarded. */
  readonly forwardHeaders: ReadonlySet<string>;
};

export type EndpointPlan = {
  readonly id: string;
  readonly ownerId: string | null;
  readonly name: string;
  readonly url: string;
  readonly status: EndpointStatus;
  readonly advancedSignatures: boolean;
  readonly credentials: Credentials;
  readonly timeoutMs: number;
  /** Deliveries per `rateWindowSeconds`; 0 is no limit. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  /** Requests under way at once over all copies; 0 leaves it to each copy's own bound. */
  readonly maxInFlight: number;
  /** Null where the order does not matter. */
  readonly ordering: OrderingPlan | null;
};

/** What signs requests and authenticates them. Opened when it is first asked for. */
export type Credentials = {
  /** The newest first. */
  readonly secrets: readonly SecretPlan[];
  /** Headers that authenticate us to the receiver. */
  readonly authHeaders: Readonly<Record<string, string>>;
  /** Where an access token is got for each delivery; null without oauth2. */
  readonly oauth2: OAuth2Plan | null;
};

/** A machine that pulls its deliveries. */
export type DevicePlan = {
  readonly id: string;
  readonly hostName: string;
  /** The endpoint that it stands in for, or null. */
  readonly endpointId: string | null;
  /** One that was deleted lately is known still, for what it had leased. */
  readonly state: "enabled" | "disabled" | "deleted";
  /** The endpoint that its requests are made for: secrets, kind of signature and time-out, but no address. */
  readonly endpoint: EndpointPlan;
};

/** `path` leads to the key in a payload. After so many failed tries of a head those behind it go on; null: never. */
export type OrderingPlan = { readonly path: string; readonly skipAfter: number | null };

/** OAuth 2.0 client credentials (RFC 6749, 4.4). */
export type OAuth2Plan = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
};

/** A signing key and when it stops signing (milliseconds since 1970; Infinity while it is current). */
export type SecretPlan = { readonly key: Buffer; readonly expiresAt: number };

export type SubscriptionPlan = {
  readonly id: string;
  /** Null where it leads to a device. */
  readonly endpointId: string | null;
  readonly deviceId: string | null;
  readonly sourceId: string | null;
  readonly eventTypes: readonly string[];
  /** Null when the filter is empty and every event passes. */
  readonly filter: CompiledFilter | null;
  readonly retry: RetryPolicy;
  readonly hasRateLimit: boolean;
  /** JavaScript that changes what it sends, or null. */
  readonly function: string | null;
  /** Failed tries within a window of seconds that raise an alert. */
  readonly alert: { readonly count: number; readonly windowSeconds: number } | null;
};
