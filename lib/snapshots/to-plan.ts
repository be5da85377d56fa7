import type { Selectable } from "kysely";
import type { Devices, EndpointSecrets, Endpoints, Sources, Subscriptions } from "@/lib/db/generated";
import { parseDuration } from "@/lib/duration";
import { Authentication } from "@/lib/endpoints/schemas";
import { RetryConfig } from "@/lib/fields";
import { compileFilter } from "@/lib/filter/compile-filter";
import type { ProjectSettings } from "@/lib/projects/schemas";
import type { RetryPolicy } from "@/lib/queue/work";
import type { SecretBox } from "@/lib/secret-box";
import { toKey } from "@/lib/signing/secrets";
import type {
  DevicePlan,
  EndpointPlan,
  OAuth2Plan,
  SendingPlan,
  SourcePlan,
  SubscriptionPlan,
} from "@/lib/snapshots/snapshot";
import { toPassive } from "@/lib/sources/passive-types";
import { type CustomResponse, type EventTypeFrom, Verifier } from "@/lib/sources/schemas";
import { AlertConfig, FilterConfig } from "@/lib/subscriptions/schemas";
import type { EndpointStatus, ProviderName } from "@/lib/vocabulary";

export function toSendingPlan({ signature, delivery }: ProjectSettings): SendingPlan {
  const { header, hash, encoding } = signature;
  return {
    signatureHeader: header.toLowerCase(),
    signature: { hash, encoding },
    eventTypeHeader: delivery.event_type_header.toLowerCase(),
    eventIdHeader: delivery.event_id_header.toLowerCase(),
    attemptHeader: delivery.attempt_header.toLowerCase(),
    envelope: delivery.envelope,
  };
}

export function toSourcePlan(row: Selectable<Sources>, box: SecretBox): SourcePlan {
  return {
    id: row.id,
    maskId: row.mask_id,
    isDisabled: row.is_disabled,
    provider: row.provider as ProviderName | null,
    verifier: row.verifier ? Verifier.parse(JSON.parse(box.open(row.verifier))) : { type: "noop" },
    idempotencyKeys: row.idempotency_keys,
    eventTypeFrom: row.event_type_from as EventTypeFrom | null,
    customResponse: row.custom_response === null ? null : toPassive(row.custom_response as CustomResponse),
    bodyFunction: row.body_function,
    headerFunction: row.header_function,
    forwardHeaders: new Set(row.forward_headers.map((name) => name.toLowerCase())),
  };
}

export function toEndpointPlan(
  row: Selectable<Endpoints>,
  secrets: readonly Selectable<EndpointSecrets>[],
  box: SecretBox,
): EndpointPlan {
  const authentication = row.authentication ? Authentication.parse(JSON.parse(box.open(row.authentication))) : null;
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    url: row.url,
    status: row.status as EndpointStatus,
    advancedSignatures: row.advanced_signatures,
    secrets: secrets.map((secret) => ({
      key: toKey(box.open(secret.value)),
      expiresAt: secret.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    })),
    authHeaders: authentication ? toAuthHeaders(authentication) : {},
    oauth2: authentication?.type === "oauth2" ? toOAuth2Plan(authentication) : null,
    timeoutMs: row.http_timeout * 1000,
    rateLimit: row.rate_limit,
    rateWindowSeconds: row.rate_limit_duration,
    maxInFlight: row.max_in_flight,
    ordering:
      row.ordering_key === ""
        ? null
        : { path: row.ordering_key, skipAfter: row.ordering_policy === "skip" ? row.ordering_skip_after : null },
  };
}

/** Longer than most receivers need, for somebody who steps through their code; shorter than a lease. */
const DEVICE_TIMEOUT_MS = 30_000;

/** A device signs with the secrets of the endpoint that it stands in for, else with its own; it gets no credentials. */
export function toDevicePlan(row: Selectable<Devices>, endpoint: EndpointPlan | null, box: SecretBox): DevicePlan {
  return {
    id: row.id,
    hostName: row.host_name,
    endpointId: row.endpoint_id,
    state: row.deleted_at ? "deleted" : row.is_disabled ? "disabled" : "enabled",
    endpoint: {
      id: row.id,
      ownerId: endpoint?.ownerId ?? null,
      name: row.host_name,
      url: "",
      status: row.is_disabled ? "inactive" : "active",
      advancedSignatures: endpoint?.advancedSignatures ?? true,
      secrets: endpoint?.secrets ?? [{ key: toKey(box.open(row.secret)), expiresAt: Number.POSITIVE_INFINITY }],
      authHeaders: {},
      oauth2: null,
      timeoutMs: DEVICE_TIMEOUT_MS,
      maxInFlight: 0,
      ordering: null,
      rateLimit: 0,
      rateWindowSeconds: 60,
    },
  };
}

export function toSubscriptionPlan(row: Selectable<Subscriptions>, settings: ProjectSettings): SubscriptionPlan {
  const { event_types, filter } = FilterConfig.parse(row.filter_config);
  const isEmpty = [filter.body, filter.headers, filter.query, filter.path].every(
    (section) => !section || Object.keys(section).length === 0,
  );
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    deviceId: row.device_id,
    sourceId: row.source_id,
    eventTypes: event_types,
    filter: isEmpty ? null : compileFilter(filter),
    retry: toRetryPolicy(row.retry_config ? RetryConfig.parse(row.retry_config) : null, settings),
    hasRateLimit: row.rate_limit_config !== null,
    function: row.function,
    alert: row.alert_config ? toAlertPlan(AlertConfig.parse(row.alert_config)) : null,
  };
}

/** A subscription's own retry rule over the project's. A count of 0 still means one try. */
export function toRetryPolicy(own: RetryConfig | null, { retry }: ProjectSettings): RetryPolicy {
  return {
    strategy: own?.type ?? retry.strategy,
    intervalSeconds: own?.duration ?? retry.interval_seconds,
    retryLimit: Math.max(1, own?.retry_count ?? retry.retry_limit),
    maxRetrySeconds: retry.max_retry_seconds,
  };
}

function toAuthHeaders(authentication: Authentication): Record<string, string> {
  switch (authentication.type) {
    case "api_key":
      return { [authentication.api_key.header_name.toLowerCase()]: authentication.api_key.header_value };
    case "basic_auth": {
      const { username, password } = authentication.basic_auth;
      return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
    }
    case "oauth2":
      return {};
  }
}

function toOAuth2Plan({ oauth2 }: Extract<Authentication, { type: "oauth2" }>): OAuth2Plan {
  return { url: oauth2.url, clientId: oauth2.client_id, clientSecret: oauth2.client_secret, scope: oauth2.scope ?? "" };
}

function toAlertPlan({ count, threshold }: AlertConfig): NonNullable<SubscriptionPlan["alert"]> {
  return { count, windowSeconds: parseDuration(threshold) ?? 0 };
}
