import type { Selectable } from "kysely";
import type { Subscriptions } from "@/lib/db/generated";
import { toReferences } from "@/lib/db/references";
import type { Device } from "@/lib/nouns/devices/schemas";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import { FilterConfig, type Subscription } from "@/lib/nouns/subscriptions/schemas";
import type { RetryConfig } from "@/lib/wire/fields";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** The endpoints, sources and devices that rows name, by id. */
export type SubscriptionParts = {
  endpoints: ReadonlyMap<string, Endpoint>;
  sources: ReadonlyMap<string, Source>;
  devices: ReadonlyMap<string, Device>;
};

export function toSubscription(row: Selectable<Subscriptions>, parts: SubscriptionParts): Subscription {
  const { event_types, filter } = FilterConfig.parse(row.filter_config);
  return {
    uid: row.id,
    project_id: row.project_id,
    name: row.name,
    type: row.type,
    function: row.function,
    alert_config: row.alert_config as Subscription["alert_config"],
    rate_limit_config: row.rate_limit_config as Subscription["rate_limit_config"],
    retry_config: row.retry_config as RetryConfig | null,
    filter_config: {
      event_types,
      filter: {
        body: filter.body ?? {},
        headers: filter.headers ?? {},
        query: filter.query ?? {},
        path: filter.path ?? {},
        is_flattened: filter.is_flattened,
      },
    },
    endpoint_metadata: findPart(parts.endpoints, row.endpoint_id),
    source_metadata: findPart(parts.sources, row.source_id),
    device_metadata: findPart(parts.devices, row.device_id),
    ...toReferences(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: toTimestamp(row.deleted_at),
  };
}

function findPart<T>(parts: ReadonlyMap<string, T>, id: string | null): T | null {
  return parts.get(id ?? "") ?? null;
}
