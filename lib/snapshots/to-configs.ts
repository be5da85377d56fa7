import { compileFilter } from "@/lib/filter/compile-filter";
import { parseDuration } from "@/lib/kernel/duration";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { toPassive } from "@/lib/nouns/sources/passive-types";
import { type CustomResponse, type EventTypeFrom, Verifier } from "@/lib/nouns/sources/schemas";
import { listHandedOver } from "@/lib/nouns/sources/stored-handshakes";
import { AlertConfig, FilterConfig } from "@/lib/nouns/subscriptions/schemas";
import { type PreviousSecret, SourceVerifier } from "@/lib/providers/verifiers/source-verifier";
import type { RetryPolicy } from "@/lib/queue/work";
import { type EndpointConfig, toDeviceEndpoint } from "@/lib/snapshots/endpoint-config";
import type { DeviceRow, SourceRow, SubscriptionRow } from "@/lib/snapshots/read-rows";
import type {
  DeviceConfig,
  FunctionConfig,
  SendingConfig,
  SourceConfig,
  SubscriptionConfig,
} from "@/lib/snapshots/snapshot";
import { parseExact } from "@/lib/wire/exact-json";
import { RetryConfig } from "@/lib/wire/fields";

export function toSendingConfig({ signature, delivery }: ProjectSettings): SendingConfig {
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

export function toSourceConfig(row: SourceRow, box: SecretBox): SourceConfig {
  const verifier: Verifier = row.verifier ? Verifier.parse(JSON.parse(box.open(row.verifier))) : { type: "noop" };
  return {
    id: row.id,
    maskId: row.mask_id,
    isDisabled: row.is_disabled,
    provider: row.provider,
    verifier,
    verification: new SourceVerifier(verifier, row.provider, {
      previous: toPreviousSecret(row, box),
      handedOver: listHandedOver(box, row),
    }),
    idempotencyKeys: row.idempotency_keys,
    eventTypeFrom: row.event_type_from as EventTypeFrom | null,
    customResponse: row.custom_response === null ? null : toPassive(row.custom_response as CustomResponse),
    bodyFunction: toFunction(row.body_function, row.body_function_version_id),
    headerFunction: toFunction(row.header_function, row.header_function_version_id),
    forwardHeaders: new Set(row.forward_headers.map((name) => name.toLowerCase())),
  };
}

function toPreviousSecret(row: SourceRow, box: SecretBox): PreviousSecret | null {
  const { previous_secret: sealed, previous_secret_expires_at: expiresAt } = row;
  return sealed !== null && expiresAt !== null ? { secret: box.open(sealed), expiresAt: expiresAt.getTime() } : null;
}

function toFunction(code: string | null, versionId: string | null): FunctionConfig | null {
  return code ? { code, versionId } : null;
}

export function toDeviceConfig(row: DeviceRow, endpoint: EndpointConfig | null, box: SecretBox): DeviceConfig {
  return {
    id: row.id,
    hostName: row.host_name,
    endpointId: row.endpoint_id,
    state: row.deleted_at ? "deleted" : row.is_disabled ? "disabled" : "enabled",
    endpoint: toDeviceEndpoint(row, endpoint, box),
  };
}

export function toSubscriptionConfig(row: SubscriptionRow, settings: SharedSettings): SubscriptionConfig {
  const { eventTypes, filter } = settings.filter(row.filter_config);
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    deviceId: row.device_id,
    sourceId: row.source_id,
    eventTypes,
    filter,
    retry: settings.retry(row.retry_config),
    hasRateLimit: row.has_rate_limit,
    function: toFunction(row.function, row.function_version_id),
    alert: row.alert_config ? toAlert(AlertConfig.parse(parseExact(row.alert_config))) : null,
  };
}

/** Parses settings of subscriptions. Many have the same: each text is parsed once and its result shared. */
export class SharedSettings {
  readonly #filters = new Map<string, Pick<SubscriptionConfig, "eventTypes" | "filter">>();
  readonly #retries = new Map<string | null, RetryPolicy>();

  constructor(private readonly settings: ProjectSettings) {}

  filter(text: string): Pick<SubscriptionConfig, "eventTypes" | "filter"> {
    return computeOnce(this.#filters, text, () => toFilter(FilterConfig.parse(parseExact(text))));
  }

  retry(text: string | null): RetryPolicy {
    const read = () => toRetryPolicy(text === null ? null : RetryConfig.parse(parseExact(text)), this.settings);
    return computeOnce(this.#retries, text, read);
  }
}

function computeOnce<K, V>(known: Map<K, V>, key: K, compute: () => V): V {
  const found = known.get(key);
  if (found) return found;
  const made = compute();
  known.set(key, made);
  return made;
}

function toFilter({ event_types, filter }: FilterConfig): Pick<SubscriptionConfig, "eventTypes" | "filter"> {
  const isEmpty = [filter.body, filter.headers, filter.query, filter.path].every(
    (section) => !section || Object.keys(section).length === 0,
  );
  return { eventTypes: event_types, filter: isEmpty ? null : compileFilter(filter) };
}

/** A subscription's own retry rule over the project's. A count of 0 still means one attempt. */
export function toRetryPolicy(own: RetryConfig | null, { retry }: ProjectSettings): RetryPolicy {
  return {
    strategy: own?.type ?? retry.strategy,
    intervalSeconds: own?.duration ?? retry.interval_seconds,
    retryLimit: Math.max(1, own?.retry_count ?? retry.retry_limit),
    maxRetrySeconds: retry.max_retry_seconds,
  };
}

function toAlert({ count, threshold }: AlertConfig): NonNullable<SubscriptionConfig["alert"]> {
  return { count, windowSeconds: parseDuration(threshold) ?? 0 };
}
