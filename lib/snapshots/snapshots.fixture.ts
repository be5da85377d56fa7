import type { Pool, PoolClient } from "pg";
import { newId } from "@/lib/kernel/ids";
import { testBox } from "@/lib/program/runtime.fixture";
import type { ProjectSnapshot, SubscriptionList } from "@/lib/snapshots/snapshot";

type Table = "sources" | "endpoints" | "subscriptions" | "devices" | "event_types";

/** One change of a configuration: `at` chooses a row, `by` its new content. */
export type Change = { does: keyof typeof CHANGES; at: number; by: number };

const FILTERS = [
  { event_types: ["*"] },
  { event_types: ["invoice.paid"] },
  { event_types: ["*"], filter: { body: { amount: { $gt: 5 } } } },
];

/** Writes changes of a project's configuration as the program does, in the client's transaction. */
export const CHANGES = {
  "make a source": (made: Making) =>
    made.insert("sources", { mask_id: newId(), name: "s", type: "http", is_disabled: made.by % 2 === 0 }),
  "make an endpoint": async (made: Making) => {
    const id = await made.insert("endpoints", {
      name: `e${made.by}`,
      url: "http://127.0.0.1:1/",
      owner_id: made.by % 3 === 0 ? null : `owner ${made.by % 3}`,
    });
    await made.secret(id);
  },
  "add a secret": async (made: Making) => {
    const id = await made.pick("endpoints");
    if (id) await made.secret(id);
  },
  subscribe: async (made: Making) => {
    const [endpoint_id, source_id] = [await made.pick("endpoints"), await made.pick("sources")];
    await made.insert("subscriptions", {
      name: "s",
      endpoint_id,
      source_id: made.by % 2 === 0 ? source_id : null,
      filter_config: JSON.stringify(FILTERS[made.by % FILTERS.length]),
      function: made.by % 4 === 0 ? "function transform(event) { return event }" : null,
    });
  },
  "subscribe a device": async (made: Making) => {
    const device_id = await made.pick("devices");
    if (!device_id) return;
    await made.insert("subscriptions", {
      name: "d",
      type: "cli",
      device_id,
      filter_config: JSON.stringify(FILTERS[0]),
    });
  },
  "make a device": async (made: Making) => {
    const endpoint_id = made.by % 2 === 0 ? await made.pick("endpoints") : null;
    await made.insert("devices", { endpoint_id, host_name: newId(), secret: testBox.seal(newId()) });
  },
  "make an event type": (made: Making) =>
    made.insert("event_types", { name: newId(), json_schema: made.by % 2 === 0 ? '{"type":"object"}' : null }),
  "change the owner": async (made: Making) => {
    await made.update("endpoints", { owner_id: made.by % 4 === 0 ? null : `owner ${made.by % 4}` });
  },
  "move a subscription": async (made: Making) => {
    await made.update("subscriptions", { endpoint_id: await made.pick("endpoints", made.by), function: null });
  },
  "swap names of event types": async (made: Making) => {
    const [one, other] = [await made.pick("event_types"), await made.pick("event_types", made.by)];
    if (!one || !other || one === other) return;
    const name = newId();
    const rename = (id: string, to: string) => made.ask("update event_types set name = $2 where id = $1", [id, to]);
    const nameOf = async (id: string) =>
      (await made.ask("select name from event_types where id = $1", [id])).rows[0].name;
    const [nameOfOne, nameOfOther] = [await nameOf(one), await nameOf(other)];
    await rename(one, name);
    await rename(other, nameOfOne);
    await rename(one, nameOfOther);
  },
  "pause an endpoint": (made: Making) => made.update("endpoints", { status: made.by % 2 === 0 ? "paused" : "active" }),
  "disable a device": (made: Making) => made.update("devices", { is_disabled: made.by % 2 === 0 }),
  delete: async (made: Making) => {
    const tables = ["sources", "endpoints", "subscriptions", "devices", "event_types"] as const;
    await made.update(tables[made.by % tables.length] as Table, { deleted_at: new Date() });
  },
  "change the settings": (made: Making) =>
    made.ask(
      "update projects set settings = jsonb_set(settings, '{idempotency_window}', to_jsonb($2::int)) where id = $1",
      [made.projectId, 60 + made.by],
    ),
} as const;

/** The tools of a change. */
export class Making {
  constructor(
    private readonly client: Pool | PoolClient,
    readonly projectId: string,
    private readonly change: Pick<Change, "at" | "by">,
  ) {}

  get by(): number {
    return this.change.by;
  }

  ask(text: string, values: unknown[]) {
    return this.client.query(text, values);
  }

  async insert(table: Table, values: Record<string, unknown>): Promise<string> {
    const id = newId();
    const row = { project_id: this.projectId, id, ...values };
    const places = Object.keys(row).map((_, at) => `$${at + 1}`);
    await this.ask(`insert into ${table} (${Object.keys(row)}) values (${places})`, Object.values(row));
    return id;
  }

  async secret(endpointId: string): Promise<void> {
    await this.ask("insert into endpoint_secrets (project_id, endpoint_id, id, value) values ($1, $2, $3, $4)", [
      this.projectId,
      endpointId,
      newId(),
      testBox.seal(newId()),
    ]);
  }

  /** Picks a live row; null if there is none. */
  async pick(table: Table, at: number = this.change.at): Promise<string | null> {
    const text = `select id from ${table} where project_id = $1 and deleted_at is null order by id`;
    const { rows } = await this.ask(text, [this.projectId]);
    return rows[at % (rows.length || 1)]?.id ?? null;
  }

  async update(table: Table, values: Record<string, unknown>): Promise<void> {
    const id = await this.pick(table);
    const sets = Object.keys(values).map((column, at) => `${column} = $${at + 2}`);
    if (id) await this.ask(`update ${table} set ${sets} where id = $1`, [id, ...Object.values(values)]);
  }
}

/** The whole content of a snapshot, for comparison with another one. */
export function describeSnapshot(snapshot: ProjectSnapshot | null): object | null {
  if (!snapshot) return null;
  const ids = (list: SubscriptionList) => list.map(({ id }) => id);
  const lists = (map: { entries(): Iterable<[string, SubscriptionList]> }) =>
    toObject(map, (list: SubscriptionList) => ids(list));
  const { sources, endpoints, owners, devices, subscriptions, eventTypes, validators, ...rest } = snapshot;
  return {
    ...rest,
    sources: toObject(sources, (source) => source),
    endpoints: toObject(endpoints, ({ credentials: { secrets, authHeaders, oauth2 }, ...config }) => [
      config,
      { secrets, authHeaders, oauth2 },
    ]),
    owners: toObject(owners, (count) => count),
    devices: toObject(devices, ({ endpoint: { credentials, ...endpoint }, ...config }) => [
      config,
      endpoint,
      credentials.secrets,
    ]),
    subscriptions: toObject(subscriptions, ({ filter, ...config }) => [config, filter !== null]),
    eventTypes: toObject(eventTypes, (name) => name),
    validators: toObject(validators, () => true),
    toEndpoints: ids(snapshot.toEndpoints),
    listeners: ids(snapshot.listeners),
    bySource: lists(snapshot.bySource),
    byEndpoint: lists(snapshot.byEndpoint),
    byOwner: lists(snapshot.byOwner),
  };
}

function toObject<T, U>(map: { entries(): Iterable<[string, T]> }, tell: (value: T) => U): Record<string, U> {
  return Object.fromEntries([...map.entries()].sort().map(([key, value]) => [key, tell(value)]));
}
