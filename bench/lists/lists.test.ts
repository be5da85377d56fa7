import { afterAll, beforeAll, expect, it } from "vitest";
import { fillInBulk } from "@/bench/lists/bulk";
import { type Combination, listBacklogCombinations, listCombinations } from "@/bench/lists/combinations";
import { fillRecords, fillTraffic } from "@/bench/lists/fill";
import { findSequentialScans } from "@/bench/lists/plans";
import { openProbe, type Probe } from "@/bench/lists/probe";
import { makeWorld, type World } from "@/bench/lists/world";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { createApiClient } from "@/lib/api/create-client";

// biome-ignore lint/suspicious/noExplicitAny: rows of whatever list
type Item = any;

let bench: ApiBench;
let project: ApiProject;
let world: World;
let probe: Probe;

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  const fetch = async (request: Request) => bench.app.request(request);
  const client = createApiClient({ baseUrl: "http://hooks.test", apiKey: project.keys.admin, fetch });
  world = await makeWorld(client, project.id);
  const traffic = { days: 5, deliveries: 600, attempts: 0.1 };
  await fillInBulk(bench.database.url, async (client) => {
    await fillTraffic(client, world, traffic);
    await fillRecords(client, world, traffic);
  });
  probe = openProbe(bench.database.url, bench.services.box, "-c enable_seqscan=off");
}, 600_000);
afterAll(async () => {
  await probe.close();
  await bench.close();
});

it("has an index for every list with any filters", { timeout: 600_000 }, async () => {
  const { usual, searches } = listCombinations(world);
  const all = [...usual, ...searches, ...listBacklogCombinations(world).filter(({ list }) => list !== "figures")];
  for (const { path, query } of all.filter((_, place) => place % 5 === 0)) {
    const request = { path: `${path}?${query}`, apiKey: project.keys.admin };
    expect(await findSequentialScans(probe, request, { smallPages: 0 })).toEqual([]);
  }
});

it.each(["deliveries", "events"])(
  "returns of %s exactly those that match the filters",
  { timeout: 600_000 },
  async (list) => {
    const { usual } = listCombinations(world);
    // No row tells how it failed: the test of the filters knows it.
    const isAsked = ({ list: name, filters }: Combination) => name === list && !/dates|code/.test(filters);
    const everything = usual.find((one) => one.list === list && one.name === "everything") as Combination;
    const all = await walk(everything);
    expect(all.length).toBeGreaterThan(400);
    for (const combination of usual.filter(isAsked)) {
      const expected = all.filter((item) => matches(item, new URLSearchParams(combination.query)));
      const found = await walk(combination);
      expect([combination.name, found.map(({ uid }) => uid)]).toEqual([
        combination.name,
        expected.map(({ uid }) => uid),
      ]);
    }
  },
);

async function walk({ path, query }: Combination): Promise<Item[]> {
  const items: Item[] = [];
  let cursor = "";
  do {
    const address = `${path}?${query}&perPage=100&next_page_cursor=${cursor}`;
    const { body } = await bench.ask("GET", address, { key: project.keys.admin });
    items.push(...body.data.content);
    cursor = body.data.pagination.next_page_cursor;
  } while (cursor !== "");
  return items;
}

const FIELDS: Record<string, (item: Item) => string[]> = {
  status: (item) => [item.status],
  endpointId: (item) => item.endpoints ?? [item.endpoint_id],
  sourceId: (item) => [item.event_metadata ? item.event_metadata.source_id : item.source_id],
  subscriptionId: (item) => [item.subscription_id],
  idempotencyKey: (item) => [item.idempotency_key],
  externalId: (item) => [(item.event_metadata ?? item).external_id],
  tag: (item) => (item.event_metadata ?? item).tags ?? [],
  metadata: (item) => Object.entries(JSON.parse(item.metadata ?? "{}")).map((pair) => pair.join("=")),
  endpointTag: (item) => item.endpoint_metadata?.tags ?? [],
  ownerId: (item) => [item.endpoint_metadata?.owner_id],
  held: ({ status, endpoint_metadata: endpoint }) => [
    String(["Scheduled", "Retry"].includes(status) && ["paused", "pending"].includes(endpoint?.status)),
  ],
};

const RANGES: Record<string, (item: Item, limit: number) => boolean> = {
  minAttempts: (item, limit) => item.metadata.num_trials >= limit,
  maxAttempts: (item, limit) => item.metadata.num_trials <= limit,
  minLatency: (item, limit) => item.latency !== "" && item.latency_seconds >= limit,
  maxLatency: (item, limit) => item.latency !== "" && item.latency_seconds <= limit,
};

function matches(item: Item, query: URLSearchParams): boolean {
  for (const [name, value] of query) {
    const wanted = value.split(",");
    if (name === "event_type") {
      const isLike = value.endsWith("*") ? item.event_type.startsWith(value.slice(0, -1)) : item.event_type === value;
      if (!isLike) return false;
    }
    if (RANGES[name]?.(item, Number(value)) === false) return false;
    const have = FIELDS[name]?.(item);
    if (have && !have.some((one) => wanted.includes(one))) return false;
  }
  return true;
}
