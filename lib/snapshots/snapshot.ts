import type { KeyObject } from "node:crypto";
import type { ClientTls } from "@/lib/egress/client-tls";
import type { CompiledFilter } from "@/lib/filter/compile-filter";
import type { Envelope, ProjectType, ProviderName } from "@/lib/kernel/vocabulary";
import type { PayloadValidator } from "@/lib/nouns/event-types/validator";
import type { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { CustomResponse, EventTypeFrom, Verifier } from "@/lib/nouns/sources/schemas";
import type { SourceVerifier } from "@/lib/providers/verifiers/source-verifier";
import type { RetryPolicy } from "@/lib/queue/work";
import type { SignatureFormat } from "@/lib/signing/hookyard-signature";
import type { ById } from "@/lib/snapshots/by-id";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";

/**
 * A project's configuration as the engines read it: compiled, immutable, of one `config_version`, except for breakers,
 * whose latest announced state it has. Receiving, routing and delivering work from it, so that an event on its way
 * reads no configuration tables. A newer snapshot shares everything that did not change with the previous one.
 */
export type ProjectSnapshot = {
  readonly id: string;
  readonly type: ProjectType;
  /** It takes in nothing and makes no attempts. */
  readonly isArchived: boolean;
  readonly version: number;
  readonly settings: ProjectSettings;
  readonly sending: SendingConfig;
  /** For deliveries without a subscription. */
  readonly retry: RetryPolicy;
  readonly sources: ById<SourceConfig>;
  readonly endpoints: ById<EndpointConfig>;
  /** How many endpoints each owner has, with or without subscriptions. */
  readonly owners: ById<number>;
  readonly devices: ById<DeviceConfig>;
  /** All of them. */
  readonly subscriptions: ById<SubscriptionConfig>;
  /** The subscriptions of endpoints. */
  readonly toEndpoints: SubscriptionList;
  /** The same by source, for an incoming project. */
  readonly bySource: ById<SubscriptionList>;
  /** By endpoint and by its owner, for events that name theirs. */
  readonly byEndpoint: ById<SubscriptionList>;
  readonly byOwner: ById<SubscriptionList>;
  /** The subscriptions of devices; the lists above exclude them. */
  readonly listeners: SubscriptionList;
  /** How many subscriptions have a function. */
  readonly functions: number;
  /** Names of the event types with a schema. */
  readonly eventTypes: ById<string>;
  /** Validators of the `data` of events created by API, by event type; types without a schema are missing. */
  readonly validators: ById<PayloadValidator>;
};

/** What receiving needs. It is available long before the whole in a project with a hundred thousand endpoints. */
export type ProjectCore = Pick<
  ProjectSnapshot,
  "id" | "type" | "isArchived" | "version" | "settings" | "sending" | "retry" | "sources" | "eventTypes" | "validators"
>;

/** Ordered by id. */
export type SubscriptionList = readonly SubscriptionConfig[];

/** How a project's requests are written. Header names are in lower case, "" for a header that is not sent. */
export type SendingConfig = {
  readonly signatureHeader: string;
  readonly signature: SignatureFormat;
  readonly eventTypeHeader: string;
  readonly eventIdHeader: string;
  readonly attemptHeader: string;
  readonly envelope: Envelope;
};

/** JavaScript of a user. */
export type FunctionConfig = {
  readonly code: string;
  /** Null if a copy of an older program saved it, which keeps no versions. */
  readonly versionId: string | null;
};

export type SourceConfig = {
  readonly id: string;
  readonly maskId: string;
  readonly isDisabled: boolean;
  readonly provider: ProviderName | null;
  readonly verifier: Verifier;
  /** The same, ready to verify. */
  readonly verification: SourceVerifier;
  readonly idempotencyKeys: readonly string[];
  /** Where its events carry their type; null for the usual places. */
  readonly eventTypeFrom: EventTypeFrom | null;
  readonly customResponse: CustomResponse | null;
  readonly bodyFunction: FunctionConfig | null;
  readonly headerFunction: FunctionConfig | null;
  /** Names in lower case; empty forwards everything that may be forwarded. */
  readonly forwardHeaders: ReadonlySet<string>;
};

/** Signs and authenticates requests. Decrypted on first use. */
export type Credentials = {
  /** The newest first. */
  readonly secrets: readonly SigningKey[];
  /** Private keys, the newest first. */
  readonly keyPairs: readonly SigningKey<KeyObject>[];
  /** Headers that authenticate us to the receiver. */
  readonly authHeaders: Readonly<Record<string, string>>;
  /** Where an access token is requested for deliveries; null without oauth2. */
  readonly oauth2: OAuth2Config | null;
  /** What connections to the receiver have of their own; null for those of everybody. */
  readonly tls: ClientTls | null;
};

/** A machine that pulls its deliveries. */
export type DeviceConfig = {
  readonly id: string;
  readonly hostName: string;
  /** The endpoint that it stands in for, or null. */
  readonly endpointId: string | null;
  /** A recently deleted device is still known, for its leased deliveries. */
  readonly state: "enabled" | "disabled" | "deleted";
  /** The endpoint settings of its requests: secrets, signature format and timeout, but no address. */
  readonly endpoint: EndpointConfig;
};

/** OAuth 2.0 client credentials (RFC 6749, 4.4). */
export type OAuth2Config = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
};

/** A signing key and when it stops signing (milliseconds since 1970; Infinity while it is current). */
export type SigningKey<Key = Buffer> = { readonly key: Key; readonly expiresAt: number };

export type SubscriptionConfig = {
  readonly id: string;
  /** Null if it leads to a device. */
  readonly endpointId: string | null;
  readonly deviceId: string | null;
  readonly sourceId: string | null;
  readonly eventTypes: readonly string[];
  /** Null if the filter is empty and every event passes. */
  readonly filter: CompiledFilter | null;
  readonly retry: RetryPolicy;
  readonly hasRateLimit: boolean;
  /** Changes what it sends. */
  readonly function: FunctionConfig | null;
  /** How many failed attempts within a window of seconds raise an alert. */
  readonly alert: { readonly count: number; readonly windowSeconds: number } | null;
};
