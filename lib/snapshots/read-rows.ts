import type { Selectable } from "kysely";
import type pg from "pg";
import type { Devices, EventTypes, Sources, Subscriptions } from "@/lib/db/generated";
import { ENDPOINT_COLUMNS, type EndpointRow, type SecretRow } from "@/lib/snapshots/endpoint-config";

/** What a project configures, in the words of `config_changes`. */
export type ConfigKind = "source" | "endpoint" | "subscription" | "device" | "event_type";

const COLUMNS = {
  source: [
    "id",
    "mask_id",
    "is_disabled",
    "provider",
    "verifier",
    "previous_secret",
    "previous_secret_expires_at",
    "handshakes",
    "idempotency_keys",
    "event_type_from",
    "custom_response",
    "body_function",
    "body_function_version_id",
    "header_function",
    "header_function_version_id",
    "forward_headers",
  ],
  device: ["id", "endpoint_id", "host_name", "secret", "is_disabled", "deleted_at"],
  event_type: ["id", "name", "json_schema"],
} as const;

export type SourceRow = Pick<Selectable<Sources>, (typeof COLUMNS.source)[number]>;
export type DeviceRow = Pick<Selectable<Devices>, (typeof COLUMNS.device)[number]>;
export type EventTypeRow = Pick<Selectable<EventTypes>, (typeof COLUMNS.event_type)[number]>;
/** Its settings are JSON as stored. */
export type SubscriptionRow = Pick<
  Selectable<Subscriptions>,
  "id" | "endpoint_id" | "device_id" | "source_id" | "function" | "function_version_id"
> & {
  filter_config: string;
  retry_config: string | null;
  alert_config: string | null;
  has_rate_limit: boolean;
};

export type RowOf = {
  source: SourceRow;
  endpoint: EndpointRow & { secrets: readonly SecretRow[] };
  subscription: SubscriptionRow;
  device: DeviceRow;
  event_type: EventTypeRow;
};

/** Rows with these ids, or the next page after an id. */
export type Which = { ids: readonly string[] } | { after: string };

export const PAGE_ROWS = 2_000;
/** Sorts before every other id. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const LIVE = "deleted_at is null";

const READ: Readonly<Record<ConfigKind, string>> = {
  source: `select ${COLUMNS.source.join(", ")} from sources where ${LIVE}`,
  endpoint: `select ${ENDPOINT_COLUMNS.join(", ")} from endpoints where ${LIVE}`,
  subscription: `select id, endpoint_id, device_id, source_id, function, function_version_id, filter_config::text,
  retry_config::text, alert_config::text, rate_limit_config is not null as has_rate_limit from subscriptions where ${LIVE}`,
  // A recently deleted device is still known, for its leased deliveries.
  device: `select ${COLUMNS.device.join(", ")} from devices where (${LIVE} or deleted_at > now() - interval '1 day')`,
  event_type: `select ${COLUMNS.event_type.join(", ")} from event_types where ${LIVE} and json_schema is not null`,
};

const SECRETS = `
select endpoint_id, value, expires_at from endpoint_secrets
where project_id = $1 and endpoint_id = any($2) and ${LIVE} and (expires_at is null or expires_at > now())
order by id desc`;

/**
 * Reads live rows of a project's configuration, ordered by id: those with these ids, or a page of at most `PAGE_ROWS`.
 */
export async function readRows<K extends ConfigKind>(
  client: pg.ClientBase,
  kind: K,
  projectId: string,
  which: Which,
): Promise<RowOf[K][]> {
  const [condition, value] = "ids" in which ? ["id = any($2)", which.ids] : ["id > $2", which.after];
  const limit = "ids" in which ? "" : `limit ${PAGE_ROWS}`;
  const text = `${READ[kind]} and project_id = $1 and ${condition} order by id ${limit}`;
  const { rows } = await client.query<EndpointRow | RowOf[K]>(text, [projectId, value]);
  if (kind !== "endpoint") return rows as RowOf[K][];
  return (await addSecrets(client, projectId, rows as EndpointRow[])) as RowOf[K][];
}

/** Reads the devices that stand in for these endpoints: they sign with the endpoints' secrets. */
export async function readStandIns(
  client: pg.ClientBase,
  projectId: string,
  endpointIds: readonly string[],
): Promise<DeviceRow[]> {
  const text = `${READ.device} and project_id = $1 and endpoint_id = any($2)`;
  return (await client.query<DeviceRow>(text, [projectId, endpointIds])).rows;
}

async function addSecrets(
  client: pg.ClientBase,
  projectId: string,
  endpoints: EndpointRow[],
): Promise<RowOf["endpoint"][]> {
  const { rows } = await client.query<SecretRow & { endpoint_id: string }>(SECRETS, [
    projectId,
    endpoints.map(({ id }) => id),
  ]);
  const secretsOf = new Map<string, SecretRow[]>();
  for (const { endpoint_id, value, expires_at } of rows) {
    const secret = { value, expires_at };
    const known = secretsOf.get(endpoint_id);
    if (known) known.push(secret);
    else secretsOf.set(endpoint_id, [secret]);
  }
  return endpoints.map((endpoint) => ({ ...endpoint, secrets: secretsOf.get(endpoint.id) ?? [] }));
}
