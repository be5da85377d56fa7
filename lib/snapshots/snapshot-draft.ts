import { Map as ImmutableMap } from "immutable";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { ProjectType } from "@/lib/kernel/vocabulary";
import { toValidator } from "@/lib/nouns/event-types/validator";
import type { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { ConfigKind, DeviceRow, EventTypeRow, RowOf, SubscriptionRow } from "@/lib/snapshots/read-rows";
import type { EndpointPlan, ProjectSnapshot, SubscriptionPlan } from "@/lib/snapshots/snapshot";
import { ListEditor } from "@/lib/snapshots/subscription-lists";
import {
  SubscriptionConfigs,
  toDevicePlan,
  toEndpointPlan,
  toRetryPolicy,
  toSendingPlan,
  toSourcePlan,
  toSubscriptionPlan,
} from "@/lib/snapshots/to-plan";

export type ProjectHead = { id: string; type: ProjectType; version: number; settings: ProjectSettings };

type Parts = { -readonly [K in keyof ProjectSnapshot]: ProjectSnapshot[K] };

/**
 * A snapshot that is being made: of nothing but the project's settings at first, or of an older snapshot. What is dropped is
 * to be dropped before rows are put, since names and owners may have changed hands.
 */
export class SnapshotDraft {
  readonly #parts: Parts;
  readonly #lists = new ListEditor();
  readonly #configs: SubscriptionConfigs;

  private constructor(
    base: ProjectSnapshot,
    private readonly box: SecretBox,
  ) {
    this.#configs = new SubscriptionConfigs(base.settings);
    this.#parts = {
      ...base,
      sources: base.sources.asMutable(),
      endpoints: base.endpoints.asMutable(),
      owners: base.owners.asMutable(),
      devices: base.devices.asMutable(),
      subscriptions: base.subscriptions.asMutable(),
      bySource: base.bySource.asMutable(),
      byEndpoint: base.byEndpoint.asMutable(),
      byOwner: base.byOwner.asMutable(),
      eventTypes: base.eventTypes.asMutable(),
      validators: base.validators.asMutable(),
    };
  }

  static ofNothing(head: ProjectHead, box: SecretBox): SnapshotDraft {
    return new SnapshotDraft(toEmpty(head), box);
  }

  static of(base: ProjectSnapshot, box: SecretBox): SnapshotDraft {
    return new SnapshotDraft(base, box);
  }

  /** The draft is not to be used after that. */
  finish(version: number): ProjectSnapshot {
    const parts = this.#parts;
    return {
      ...parts,
      version,
      sources: parts.sources.asImmutable(),
      endpoints: parts.endpoints.asImmutable(),
      owners: parts.owners.asImmutable(),
      devices: parts.devices.asImmutable(),
      subscriptions: parts.subscriptions.asImmutable(),
      bySource: parts.bySource.asImmutable(),
      byEndpoint: parts.byEndpoint.asImmutable(),
      byOwner: parts.byOwner.asImmutable(),
      eventTypes: parts.eventTypes.asImmutable(),
      validators: parts.validators.asImmutable(),
    };
  }

  /** Takes a row out that was changed, or is gone. */
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
    this.#parts.sources.set(row.id, toSourcePlan(row, this.box));
  }

  putEndpoint({ secrets, ...row }: RowOf["endpoint"]): void {
    const plan = toEndpointPlan(row, secrets, this.box);
    this.#parts.endpoints.set(plan.id, plan);
    this.#own(plan, 1);
    for (const subscription of this.#parts.byEndpoint.get(plan.id) ?? []) this.#putAtOwner(plan, subscription);
  }

  putSubscription(row: SubscriptionRow): void {
    const parts = this.#parts;
    // The same text as where it leads to and comes from, which would else be in memory once more for each subscription.
    const endpoint_id = knownId(parts.endpoints, row.endpoint_id);
    const source_id = knownId(parts.sources, row.source_id);
    const plan = toSubscriptionPlan({ ...row, endpoint_id, source_id }, this.#configs);
    parts.subscriptions.set(plan.id, plan);
    if (plan.function !== null) parts.functions += 1;
    if (plan.deviceId !== null) {
      parts.listeners = this.#lists.put(parts.listeners, plan);
      return;
    }
    parts.toEndpoints = this.#lists.put(parts.toEndpoints, plan);
    this.#lists.putAt(parts.bySource, plan.sourceId ?? "", plan);
    this.#lists.putAt(parts.byEndpoint, plan.endpointId ?? "", plan);
    this.#putAtOwner(parts.endpoints.get(plan.endpointId ?? ""), plan);
  }

  putDevice(row: DeviceRow): void {
    const endpoint = this.#parts.endpoints.get(row.endpoint_id ?? "") ?? null;
    this.#parts.devices.set(row.id, toDevicePlan(row, endpoint, this.box));
  }

  putEventType({ id, name, json_schema }: EventTypeRow): void {
    this.#parts.eventTypes.set(id, name);
    this.#parts.validators.set(name, toValidator(json_schema ?? "{}"));
  }

  #dropEndpoint(id: string): void {
    const parts = this.#parts;
    const plan = parts.endpoints.get(id);
    if (!plan) return;
    parts.endpoints.delete(id);
    this.#own(plan, -1);
    if (plan.ownerId === null) return;
    for (const subscription of parts.byEndpoint.get(id) ?? []) {
      this.#lists.dropAt(parts.byOwner, plan.ownerId, subscription.id);
    }
  }

  #dropSubscription(id: string): void {
    const parts = this.#parts;
    const plan = parts.subscriptions.get(id);
    if (!plan) return;
    parts.subscriptions.delete(id);
    if (plan.function !== null) parts.functions -= 1;
    if (plan.deviceId !== null) {
      parts.listeners = this.#lists.drop(parts.listeners, id);
      return;
    }
    parts.toEndpoints = this.#lists.drop(parts.toEndpoints, id);
    this.#lists.dropAt(parts.bySource, plan.sourceId ?? "", id);
    this.#lists.dropAt(parts.byEndpoint, plan.endpointId ?? "", id);
    const owner = parts.endpoints.get(plan.endpointId ?? "")?.ownerId;
    if (owner != null) this.#lists.dropAt(parts.byOwner, owner, id);
  }

  #putAtOwner(endpoint: EndpointPlan | undefined, plan: SubscriptionPlan): void {
    if (endpoint && endpoint.ownerId !== null) this.#lists.putAt(this.#parts.byOwner, endpoint.ownerId, plan);
  }

  #own({ ownerId }: Pick<EndpointPlan, "ownerId">, by: number): void {
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
    sending: toSendingPlan(settings),
    retry: toRetryPolicy(null, settings),
    sources: ImmutableMap(),
    endpoints: ImmutableMap(),
    owners: ImmutableMap(),
    devices: ImmutableMap(),
    subscriptions: ImmutableMap(),
    toEndpoints: [],
    bySource: ImmutableMap(),
    byEndpoint: ImmutableMap(),
    byOwner: ImmutableMap(),
    listeners: [],
    functions: 0,
    eventTypes: ImmutableMap(),
    validators: ImmutableMap(),
  };
}

function knownId(plans: ReadonlyMap<string, { readonly id: string }>, id: string | null): string | null {
  return plans.get(id ?? "")?.id ?? id;
}
