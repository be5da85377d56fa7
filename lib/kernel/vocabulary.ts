/**
 * Every closed list of the product, once. Types, zod enums, SQL checks and the dashboard's words come from here. A list that
 * few pages need has a file of its own beside this one, so that the others do not load it; its type is here, too.
 */

import type { PROVIDERS } from "./provider-names.gen";

export const PROJECT_TYPES = ["incoming", "outgoing"] as const;
export type ProjectType = (typeof PROJECT_TYPES)[number];

export const PROJECT_STATES = ["active", "archived"] as const;

export const ROLES = ["viewer", "operator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role includes another one. */
export function reaches(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(other);
}

export function rolesAbove(role: Role): Role[] {
  return ROLES.filter((other) => !reaches(role, other));
}

export const ENDPOINT_STATUSES = ["active", "inactive", "pending", "paused"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

export const ORDERING_POLICIES = ["block", "skip"] as const;
export type OrderingPolicy = (typeof ORDERING_POLICIES)[number];

export type { SendingMethod, SendingType, SignatureAlgorithm } from "./sending-words";

export const AUTHENTICATION_TYPES = ["api_key", "basic_auth", "oauth2"] as const;
export type AuthenticationType = (typeof AUTHENTICATION_TYPES)[number];

export const SOURCE_TYPES = ["http", "rest_api", "pub_sub", "db_change_stream"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/**
 * `listening` is an http source; the others are consumed: no copy consumes a `waiting` one at the moment, and the
 * reader of a `parked` one crashed repeatedly.
 */
export const SOURCE_STATES = [
  "listening",
  "connected",
  "connecting",
  "retrying",
  "parked",
  "waiting",
  "disabled",
] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** What the engines write of a consumed source. */
export type ConsumerState = Extract<SourceState, "connecting" | "connected" | "retrying" | "parked">;

export const LAG_UNITS = ["messages", "bytes", "seconds"] as const;
export type LagUnit = (typeof LAG_UNITS)[number];

/** The changes of a followed database's rows; truncate empties a whole table. */
export const CHANGE_OPERATIONS = ["insert", "update", "delete", "truncate"] as const;
export type ChangeOperation = (typeof CHANGE_OPERATIONS)[number];

/** Connection modes of a followed database, in libpq's words. */
export const SSL_MODES = ["disable", "require", "verify-full"] as const;

/**
 * What may have changed in a project, as its stream tells. `problems` are those that alert rules find, with the messages of
 * them. `health` is that of the copy that serves the stream; an entry
 * of the audit log stands for whatever people and keys did.
 */
export const SIGNALS = [
  "events",
  "deliveries",
  "refusals",
  "configuration",
  "incidents",
  "alerts",
  "problems",
  "audit_log",
  "receivers",
  "health",
] as const;
export type Signal = (typeof SIGNALS)[number];

/** The providers of webhooks that Hookyard knows: the folders of lib/providers. */
export type ProviderName = (typeof PROVIDERS)[number];

export const VERIFIER_TYPES = ["noop", "hmac", "basic_auth", "api_key", "provider"] as const;
export type VerifierType = (typeof VERIFIER_TYPES)[number];

export type { HmacHash } from "./hmac-hashes";
export type { RefusalCode } from "./refusal-codes";

export const HMAC_ENCODINGS = ["hex", "base64", "base64url"] as const;
export type HmacEncoding = (typeof HMAC_ENCODINGS)[number];

export const SUBSCRIPTION_TYPES = ["api", "cli"] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** The fields that hold a function: of a subscription the first, of a source the others. */
export const FUNCTION_FIELDS = ["function", "body_function", "header_function"] as const;
export type FunctionField = (typeof FUNCTION_FIELDS)[number];

export const DEVICE_STATUSES = ["online", "offline", "disabled"] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** How a test stands that a device is to pull. */
export const DEVICE_TEST_STATUSES = ["waiting", "fetched", "answered", "not_fetched", "not_answered"] as const;
export type DeviceTestStatus = (typeof DEVICE_TEST_STATUSES)[number];

export const RETRY_STRATEGIES = ["linear", "exponential"] as const;
export type RetryStrategy = (typeof RETRY_STRATEGIES)[number];

export const EVENT_STATUSES = ["Pending", "Processing", "Success", "Discarded", "Failure"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Why an event, or a replay of one, led to no delivery. */
export const NOT_DELIVERED_CODES = [
  "duplicate",
  "no_endpoint_with_owner",
  "no_endpoint",
  "no_subscription",
  "event_type_not_taken",
  "filter_refused",
  "endpoint_inactive",
  "device_disabled",
  "endpoint_deleted",
  "function_dropped",
  "function_failed",
  "not_an_event",
  "project_deleted",
  "already_delivered",
] as const;
export type NotDeliveredCode = (typeof NOT_DELIVERED_CODES)[number];

export const DELIVERY_STATUSES = ["Scheduled", "Processing", "Retry", "Success", "Failure", "Discarded"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The lists that have saved views. */
export const VIEW_LISTS = ["deliveries", "events"] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

export const REPLAY_STATUSES = ["Preparing", "Ready", "Running", "Paused", "Completed", "Cancelled"] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

export const REPLAY_ITEM_STATUSES = ["Waiting", "Resent", "Skipped"] as const;
export type ReplayItemStatus = (typeof REPLAY_ITEM_STATUSES)[number];

/** What surrounds the payload in the body of a delivery. */
export const ENVELOPES = ["none", "standard_webhooks"] as const;
export type Envelope = (typeof ENVELOPES)[number];

export type {
  AlertRouteType,
  AlertRuleKind,
  NotificationChannel,
  NotificationStatus,
  ProblemLevel,
  ProblemSubject,
} from "./alerting-words";
export type { MetaEventType } from "./meta-event-types";

/** How a person authenticated when a session began. */
export const SIGN_IN_METHODS = ["password", "oidc"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Who does something. */
export const ACTOR_KINDS = ["api_key", "user", "system", "anonymous"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The resources of the audit log. */
export const AUDITED_RESOURCES = [
  "project",
  "api_key",
  "user",
  "session",
  "member",
  "invitation",
  "source",
  "endpoint",
  "subscription",
  "device",
  "event_type",
  "event",
  "event_delivery",
  "replay",
  "alert",
  "incident",
  "meta_event",
  "view",
  "receiver",
  "alert_rule",
  "alert_route",
] as const;
export type AuditedResource = (typeof AUDITED_RESOURCES)[number];
/** Why an attempt got no complete answer. */
export const FAILURE_CODES = [
  "refused",
  "timeout",
  "dns",
  "connection_refused",
  "unreachable",
  "tls",
  "connection_closed",
  "invalid_response",
  "response_headers_too_large",
  "invalid_request",
  "url_variable",
  "aborted",
  "closed",
  "unauthorized",
  "unknown",
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** What tells failures of one code apart: the phase of a time-out, or what is wrong with TLS. */
export const FAILURE_DETAILS = [
  "connect",
  "answer",
  "body",
  "expired",
  "not_yet_valid",
  "self_signed",
  "unknown_issuer",
  "other_name",
  "protocol",
  "other",
] as const;
export type FailureDetail = (typeof FAILURE_DETAILS)[number];

/** How the attempts of an incident fail: without a complete answer, or with an answer that is no success. */
export const CAUSE_CODES = [...FAILURE_CODES, "http"] as const;
export type CauseCode = (typeof CAUSE_CODES)[number];

export const INCIDENT_STATUSES = ["open", "acknowledged", "recovered"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** Why an incident has ended: the endpoint answers, nothing was sent to it for a day, or it was deleted. */
export const RECOVERIES = ["answered", "quiet", "endpoint_deleted"] as const;
export type Recovery = (typeof RECOVERIES)[number];

/** Stands for a stored credential in an answer; sent back, it keeps the stored value. */
export const REDACTED = "[REDACTED]";

export const COPY_ROLES = ["all", "web", "worker"] as const;
export type CopyRole = (typeof COPY_ROLES)[number];

/** A copy is silent when it has not said for a while that it runs. */
export const COPY_STATES = ["running", "silent"] as const;
export type CopyState = (typeof COPY_STATES)[number];

/** A server of a spread database takes no writes while its disk is full, and is away when it does not answer. */
export const SERVER_STATES = ["running", "full", "away"] as const;
export type ServerState = (typeof SERVER_STATES)[number];

export const HEALTH_LEVELS = ["healthy", "warning", "critical"] as const;
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

export const HEALTH_SUBJECTS = [
  "disk",
  "servers",
  "copies",
  "transactions",
  "dead_rows",
  "connections",
  "claims",
  "inbox",
  "queue",
] as const;
export type HealthSubject = (typeof HEALTH_SUBJECTS)[number];

/** What can keep a snapshot of the database open. */
export const TRANSACTION_KINDS = ["session", "pg_dump", "prepared", "slot", "standby"] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];
