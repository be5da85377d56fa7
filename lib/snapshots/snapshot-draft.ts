import type { SecretBox } from "@/lib/kernel/secret-box";
import type { ProjectType } from "@/lib/kernel/vocabulary";
import { toValidator } from "@/lib/nouns/event-types/validator";
import type { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { type ById, type ByIdDraft, nothingById } from "@/lib/snapshots/by-id";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import { toEndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { ConfigKind, DeviceRow, EventTypeRow, RowOf, SubscriptionRow } from "@/lib/snapshots/read-rows";
import type { ProjectSnapshot, SubscriptionConfig } from "@/lib/snapshots/snapshot";
import { ListEditor } from "@/lib/snapshots/subscription-lists";
import {
  SharedSettings,
  toDeviceConfig,
  toRetryPolicy,
  toSendingConfig,
  toSourceConfig,
  toSubscriptionConfig,
} from "@/lib/snapshots/to-configs";

export type ProjectHead = {
  id: string;
  type: ProjectType;
  isArchived: boolean;
  version: number;
  settings: ProjectSettings;
};

type Parts = {
  -readonly [K in keyof ProjectSnapshot]: ProjectSnapshot[K] extends ById<infer T> ? ByIdDraft<T> : ProjectSnapshot[K];
};

/**
 * A snapshot in the making: from the project's settings alone, or from an older snapshot. Rows must be dropped before
 * others are added, since names and owners may have moved between them.
 */
export class SnapshotDraft {
  readonly #parts: Parts;
  readonly #lists = new ListEditor();
  readonly #settings: SharedSettings;

  private constructor(
    base: ProjectSnapshot,
    private readonly box: SecretBox,
  ) {
    this.#settings = new SharedSettings(base.settings);
    this.#parts = {
      ...base,
      sources: base.sources.clone(),
      endpoints: base.endpoints.clone(),
      owners: base.owners.clone(),
      devices: base.devices.clone(),
      subscriptions: base.subscriptions.clone(),
      bySource: base.bySource.clone(),
      byEndpoint: base.byEndpoint.clone(),
      byOwner: base.byOwner.clone(),
      eventTypes: base.eventTypes.clone(),
      validators: base.validators.clone(),
    };
  }

  static ofNothing(head: ProjectHead, box: SecretBox): SnapshotDraft {
    return new SnapshotDraft(toEmpty(head), box);
  }

  static of(base: ProjectSnapshot, box: SecretBox): SnapshotDraft {
    return new SnapshotDraft(base, box);
  }

  /** The draft must not be used afterwards. */
  finish(version: number): ProjectSnapshot {
    return { ...this.#parts, version };
  }

  /** Removes a row that was changed or deleted. */
  drop(kind: ConfigKind, id: string): void {
    const parts = this.#parts;
    switch (kind) {
      case "source":
        parts.sources.delete(id);
        break;
      case "endpoint":
        this.#dropEndpoint(id);
        break;
      case "subscription":
        this.#dropSubscription(id);
        break;
      case "device":
        parts.devices.delete(id);
        break;
      case "event_type":
        parts.validators.delete(parts.eventTypes.get(id) ?? "");
        parts.eventTypes.delete(id);
        break;
    }
  }

  put<K extends ConfigKind>(kind: K, rows: readonly RowOf[K][]): void {
    for (const row of rows) PUT[kind](this, row);
  }

  putSource(row: RowOf["source"]): void {
    this.#parts.sources.set(row.id, toSourceConfig(row, this.box));
  }

  putEndpoint({ secrets, ...row }: RowOf["endpoint"]): void {
    const config = toEndpointConfig(row, secrets, this.box);
    this.#parts.endpoints.set(config.id, config);
    this.#own(config, 1);
    for (const subscription of this.#parts.byEndpoint.get(config.id) ?? []) this.#putAtOwner(config, subscription);
  }

  putSubscription(row: SubscriptionRow): void {
    const parts = this.#parts;
    // Reuses the strings of the endpoint and the source, which would otherwise be in memory once more per subscription.
    const endpoint_id = knownId(parts.endpoints, row.endpoint_id);
    const source_id = knownId(parts.sources, row.source_id);
    const config = toSubscriptionConfig({ ...row, endpoint_id, source_id }, this.#settings);
    parts.subscriptions.set(config.id, config);
    if (config.function !== null) parts.functions += 1;
    if (config.deviceId !== null) {
      parts.listeners = this.#lists.put(parts.listeners, config);
      return;
    }
    parts.toEndpoints = this.#lists.put(parts.toEndpoints, config);
    this.#lists.putAt(parts.bySource, config.sourceId ?? "", config);
    this.#lists.putAt(parts.byEndpoint, config.endpointId ?? "", config);
    this.#putAtOwner(parts.endpoints.get(config.endpointId ?? ""), config);
  }

  putDevice(row: DeviceRow): void {
    const endpoint = this.#parts.endpoints.get(row.endpoint_id ?? "") ?? null;
    this.#parts.devices.set(row.id, toDeviceConfig(row, endpoint, this.box));
  }

  putEventType({ id, name, json_schema }: EventTypeRow): void {
    this.#parts.eventTypes.set(id, name);
    this.#parts.validators.set(name, toValidator(json_schema ?? "{}"));
  }

  #dropEndpoint(id: string): void {
    const parts = this.#parts;
    const config = parts.endpoints.get(id);
    if (!config) return;
    parts.endpoints.delete(id);
    this.#own(config, -1);
    if (config.ownerId === null) return;
    for (const subscription of parts.byEndpoint.get(id) ?? []) {
      this.#lists.dropAt(parts.byOwner, config.ownerId, subscription.id);
    }
  }

  #dropSubscription(id: string): void {
    const parts = this.#parts;
    const config = parts.subscriptions.get(id);
    if (!config) return;
    parts.subscriptions.delete(id);
    if (config.function !== null) parts.functions -= 1;
    if (config.deviceId !== null) {
      parts.listeners = this.#lists.drop(parts.listeners, id);
      return;
    }
    parts.toEndpoints = this.#lists.drop(parts.toEndpoints, id);
    this.#lists.dropAt(parts.bySource, config.sourceId ?? "", id);
    this.#lists.dropAt(parts.byEndpoint, config.endpointId ?? "", id);
    const owner = parts.endpoints.get(config.endpointId ?? "")?.ownerId;
    if (owner != null) this.#lists.dropAt(parts.byOwner, owner, id);
  }

  #putAtOwner(endpoint: EndpointConfig | undefined, config: SubscriptionConfig): void {
    if (endpoint && endpoint.ownerId !== null) this.#lists.putAt(this.#parts.byOwner, endpoint.ownerId, config);
  }

  #own({ ownerId }: Pick<EndpointConfig, "ownerId">, by: number): void {
    if (ownerId === null) return;
    const { owners } = this.#parts;
    const count = (owners.get(ownerId) ?? 0) + by;
    if (count === 0) owners.delete(ownerId);
    else owners.set(ownerId, count);
  }
}

const PUT: { readonly [K in ConfigKind]: (draft: SnapshotDraft, row: RowOf[K]) => void } = {
  source: (draft, row) => draft.putSource(row),
  endpoint: (draft, row) => draft.putEndpoint(row),
  subscription: (draft, row) => draft.putSubscription(row),
  device: (draft, row) => draft.putDevice(row),
  event_type: (draft, row) => draft.putEventType(row),
};

function toEmpty({ settings, ...head }: ProjectHead): ProjectSnapshot {
  return {
    ...head,
    settings,
    sending: toSendingConfig(settings),
    retry: toRetryPolicy(null, settings),
    sources: nothingById(),
    endpoints: nothingById(),
    owners: nothingById(),
    devices: nothingById(),
    subscriptions: nothingById(),
    toEndpoints: [],
    bySource: nothingById(),
    byEndpoint: nothingById(),
    byOwner: nothingById(),
    listeners: [],
    functions: 0,
    eventTypes: nothingById(),
    validators: nothingById(),
  };
}

function knownId(plans: ById<{ readonly id: string }>, id: string | null): string | null {
  return plans.get(id ?? "")?.id ?? id;
}
