import { type ApiClient, unwrap } from "@/lib/api/client";

/** A sort of event of a source, with its number among 20,000 events. */
export type Kind = { sourceId: string; eventType: string; slots: number };
/** Where events of a sort go. */
export type Route = { sourceId: string; eventType: string; endpointId: string; subscriptionId: string };

export type World = {
  projectId: string;
  sourceIds: string[];
  /** By how much they get: the first most. */
  endpointIds: string[];
  subscriptionIds: string[];
  kinds: Kind[];
  routes: Route[];
  /** Everything to it fails; nothing was ever sent to it; everything to it waits. */
  deadEndpoint: string;
  inactiveEndpoint: string;
  pausedEndpoint: string;
};

export const SLOTS = 20_000;

/** How many of 20,000 events are of each type, by source: some in every third event, some in one of 20,000. */
const SOURCES: Record<string, Record<string, number>> = {
  Shop: { "order.created": 4_600, "order.paid": 3_000, "order.shipped": 1_400, "order.cancelled": 90, "order.lost": 1 },
  Billing: { "invoice.created": 2_000, "invoice.paid": 1_500, "invoice.overdue": 240, "invoice.disputed": 2 },
  Customers: { "customer.created": 700, "customer.updated": 2_400, "customer.deleted": 12 },
  Stock: { "stock.low": 600, "stock.counted": 1_900, "stock.missing": 5 },
  Mail: { "mail.sent": 900, "mail.opened": 380, "mail.bounced": 60 },
  Devices: { "device.online": 90, "device.offline": 90, "device.broken": 4 },
  Support: { "ticket.opened": 20, "ticket.closed": 5 },
  Rare: { "audit.finding": 1 },
};

/** Each takes these types of a source. The first endpoint gets nearly half of everything. */
const SUBSCRIPTIONS: [source: string, types: string[], endpoint: number][] = [
  ["Shop", ["*"], 0],
  ["Shop", ["order.paid", "order.cancelled"], 1],
  ["Shop", ["order.lost"], 6],
  ["Billing", ["*"], 2],
  ["Billing", ["invoice.overdue"], 7],
  ["Customers", ["*"], 3],
  ["Customers", ["customer.deleted"], 8],
  ["Stock", ["*"], 4],
  ["Mail", ["*"], 5],
  ["Devices", ["*"], 9],
  ["Devices", ["device.broken"], 10],
  ["Support", ["*"], 11],
  ["Mail", ["mail.bounced"], 12],
  ["Billing", ["invoice.disputed"], 13],
  ["Rare", ["*"], 14],
];

const ENDPOINTS = 40;
/** Each owns its endpoints, by their places: from three of the busiest to one that gets hardly anything. */
export const OWNERS = { "busy & co": [0, 2, 4], "small & co": [11, 12], "rare & co": [13], "idle & co": [30, 31, 32] };
/** The dead, the inactive and the paused one. */
const MARKED = [7, 9, 10];

/** Creates the sources, endpoints and subscriptions through the API. */
export async function makeWorld(client: ApiClient, projectId: string): Promise<World> {
  const sources = await makeSources(client, projectId);
  const endpointIds = await makeEndpoints(client, projectId);
  const kinds: Kind[] = sources.flatMap(({ sourceId, name }) =>
    Object.entries(SOURCES[name] ?? {}).map(([eventType, slots]) => ({ sourceId, eventType, slots })),
  );
  const routes: Route[] = [];
  const subscriptionIds: string[] = [];
  for (const [name, types, endpoint] of SUBSCRIPTIONS) {
    const sourceId = sources.find((source) => source.name === name)?.sourceId ?? "";
    const endpointId = endpointIds[endpoint] ?? "";
    const subscriptionId = await subscribe(client, projectId, { name, types, sourceId, endpointId });
    subscriptionIds.push(subscriptionId);
    for (const eventType of typesOf(name, types)) routes.push({ sourceId, eventType, endpointId, subscriptionId });
  }
  const [deadEndpoint = "", inactiveEndpoint = "", pausedEndpoint = ""] = MARKED.map((at) => endpointIds[at]);
  const sourceIds = sources.map(({ sourceId }) => sourceId);
  const marked = { deadEndpoint, inactiveEndpoint, pausedEndpoint };
  return { projectId, sourceIds, endpointIds, subscriptionIds, kinds, routes, ...marked };
}

async function makeSources(client: ApiClient, projectID: string): Promise<{ name: string; sourceId: string }[]> {
  const sources: { name: string; sourceId: string }[] = [];
  for (const name of Object.keys(SOURCES)) {
    const made = client.POST("/v1/projects/{projectID}/sources", {
      params: { path: { projectID } },
      body: { name, type: "http" },
    });
    sources.push({ name, sourceId: (await unwrap(made)).uid });
  }
  return sources;
}

async function makeEndpoints(client: ApiClient, projectID: string): Promise<string[]> {
  const endpointIds: string[] = [];
  for (let number = 0; number < ENDPOINTS; number += 1) {
    const [owner_id = ""] = Object.entries(OWNERS).find(([, owned]) => owned.includes(number)) ?? [];
    const made = client.POST("/v1/projects/{projectID}/endpoints", {
      params: { path: { projectID } },
      body: { name: `Endpoint ${number}`, url: `http://127.0.0.1:9/${number}`, owner_id, tags: tagsOf(owner_id) },
    });
    endpointIds.push((await unwrap(made)).uid);
  }
  return endpointIds;
}

/** What the owner's endpoints are tagged with. */
function tagsOf(owner: string): string[] {
  return owner === "" ? [] : [owner.split(" ")[0] ?? ""];
}

/** The event types of a source that a subscription takes. */
function typesOf(source: string, taken: readonly string[]): string[] {
  return Object.keys(SOURCES[source] ?? {}).filter((type) => taken.includes("*") || taken.includes(type));
}

async function subscribe(
  client: ApiClient,
  projectID: string,
  { name, types, sourceId, endpointId }: { name: string; types: string[]; sourceId: string; endpointId: string },
): Promise<string> {
  const body = {
    name: `${name}: ${types.join(", ")}`,
    source_id: sourceId,
    endpoint_id: endpointId,
    filter_config: { event_types: types },
  };
  const made = await unwrap(
    client.POST("/v1/projects/{projectID}/subscriptions", { params: { path: { projectID } }, body }),
  );
  return made.uid;
}

/** How many deliveries an event has on average. */
export function fanOut({ kinds, routes }: World): number {
  const deliveries = kinds.map(
    ({ sourceId, eventType, slots }) =>
      slots * routes.filter((route) => route.sourceId === sourceId && route.eventType === eventType).length,
  );
  return deliveries.reduce((sum, count) => sum + count, 0) / SLOTS;
}
