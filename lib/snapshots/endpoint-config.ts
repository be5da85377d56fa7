import type { Selectable } from "kysely";
import type { Endpoints } from "@/lib/db/generated";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { EndpointStatus, SendingMethod, SignatureAlgorithm } from "@/lib/kernel/vocabulary";
import { DeviceCredentials, SealedCredentials } from "@/lib/snapshots/credentials";
import type { DeviceRow } from "@/lib/snapshots/read-rows";
import type { Credentials } from "@/lib/snapshots/snapshot";
import { TemplatedUrl } from "@/lib/snapshots/templated-url";
import { FORM_TYPE } from "@/lib/wire/form-body";

// All that the engines know of an endpoint: a field that they need is added here.

export const ENDPOINT_COLUMNS = [
  "id",
  "owner_id",
  "name",
  "url",
  "url_variables",
  "status",
  "signature_algorithm",
  "key_pairs",
  "advanced_signatures",
  "authentication",
  "tls",
  "headers",
  "http_method",
  "content_type",
  "http_timeout",
  "rate_limit",
  "rate_limit_duration",
  "max_in_flight",
  "ordering_key",
  "ordering_policy",
  "ordering_skip_after",
] as const;
export type EndpointRow = Pick<Selectable<Endpoints>, (typeof ENDPOINT_COLUMNS)[number]>;
/** The valid signing secrets, encrypted, the newest first. */
export type SecretRow = { value: string; expires_at: Date | null };

export type EndpointConfig = {
  readonly id: string;
  readonly ownerId: string | null;
  readonly name: string;
  readonly url: string;
  /** The same where it has variables; null otherwise. */
  readonly templatedUrl: TemplatedUrl | null;
  readonly status: EndpointStatus;
  /** What signs: the secrets of its credentials, its key pairs, or both. */
  readonly algorithm: SignatureAlgorithm;
  readonly advancedSignatures: boolean;
  readonly credentials: Credentials;
  /** Headers that each request has, their names in lower case; null without any. */
  readonly headers: Readonly<Record<string, string>> | null;
  readonly method: SendingMethod;
  /** Whether JSON is sent as a form. */
  readonly isForm: boolean;
  readonly timeoutMs: number;
  /** Deliveries per `rateWindowSeconds`; 0 means no limit. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  /** Requests in flight at once over all copies; 0 leaves it to each copy's own bound. */
  readonly maxInFlight: number;
  /** Null if order does not matter. */
  readonly ordering: OrderingConfig | null;
};

/**
 * `path` leads to the key in a payload. After `skipAfter` failed attempts of a head those behind it go on; null: never.
 */
export type OrderingConfig = { readonly path: string; readonly skipAfter: number | null };

export function toEndpointConfig(row: EndpointRow, secrets: readonly SecretRow[], box: SecretBox): EndpointConfig {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    url: row.url,
    templatedUrl: row.url_variables === null ? null : new TemplatedUrl(row.url, row.url_variables as Places),
    status: toShared(row.status),
    algorithm: toShared(row.signature_algorithm),
    advancedSignatures: row.advanced_signatures,
    credentials: toSealed(row, secrets, box),
    headers: toFixedHeaders(row.headers as Record<string, string>),
    method: toShared(row.http_method),
    isForm: row.content_type === FORM_TYPE,
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

/** By themselves; few, because they are of closed lists. */
const words = new Map<string, string>();

/** The same string for all endpoints: the driver makes one for each row. */
function toShared<T extends string>(word: T): T {
  const known = words.get(word);
  if (known === undefined) words.set(word, word);
  return (known ?? word) as T;
}

type Places = ConstructorParameters<typeof TemplatedUrl>[1];

const NOTHING_SEALED = { authentication: null, tls: null, key_pairs: null };

/** Keeps no more of the row than is opened later. */
function toSealed({ authentication, tls, key_pairs }: EndpointRow, secrets: readonly SecretRow[], box: SecretBox) {
  const isNothing = authentication === null && tls === null && key_pairs === null;
  return new SealedCredentials(isNothing ? NOTHING_SEALED : { authentication, tls, key_pairs }, secrets, box);
}

function toFixedHeaders(headers: Record<string, string>): EndpointConfig["headers"] {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

/** Longer than most receivers need, for a developer who steps through code; shorter than a lease. */
const DEVICE_TIMEOUT_MS = 30_000;

const OF_NO_ENDPOINT = {
  ownerId: null,
  algorithm: "hmac",
  advancedSignatures: true,
  headers: null,
  method: "POST",
} as const;

/** The settings of a device's requests: those of the endpoint that it stands in for, where they make sense for a pull. */
export function toDeviceEndpoint(row: DeviceRow, endpoint: EndpointConfig | null, box: SecretBox): EndpointConfig {
  const { ownerId, algorithm, advancedSignatures, headers, method } = endpoint ?? OF_NO_ENDPOINT;
  return {
    id: row.id,
    ownerId,
    name: row.host_name,
    url: "",
    templatedUrl: null,
    status: row.is_disabled ? "inactive" : "active",
    algorithm,
    advancedSignatures,
    credentials: new DeviceCredentials(row.secret, endpoint, box),
    headers,
    method,
    // A payload that cannot be a form is discarded by workers; a device is there to look at it.
    isForm: false,
    timeoutMs: DEVICE_TIMEOUT_MS,
    maxInFlight: 0,
    ordering: null,
    rateLimit: 0,
    rateWindowSeconds: 60,
  };
}
