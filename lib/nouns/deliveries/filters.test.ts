import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { DELIVERY_STATUSES, type DeliveryStatus } from "@/lib/kernel/vocabulary";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

type Made = {
  id: string;
  endpointId: string;
  owner: string | null;
  endpointTags: string[];
  sourceId: string | null;
  subscriptionId: string | null;
  status: DeliveryStatus;
  code: string | null;
  attempts: number;
  latency: number | null;
  externalId: string | null;
  tags: readonly string[];
};

let bench: ApiBench;
let project: ApiProject;
const made: Made[] = [];
const sources = [newId(), newId()];
const subscriptions = [newId(), newId(), newId()];

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  const endpoints: { id: string; owner: string | null; tags: string[] }[] = [];
  for (const [owner, ...tags] of [["acme", "eu", "gold"], ["acme", "eu"], ["umbrella", "gold"], [null]] as const) {
    endpoints.push({ id: await project.endpoint({ name: "E", tags, ...(owner && { owner_id: owner }) }), owner, tags });
  }
  for (let i = 0; i < 120; i += 1) {
    const { id: endpointId, owner, tags: endpointTags } = endpoints[i % 4] as (typeof endpoints)[number];
    const sourceId = i % 7 === 0 ? null : (sources[i % 2] ?? null);
    const subscriptionId = i % 11 === 0 ? null : (subscriptions[i % 3] ?? null);
    const status = DELIVERY_STATUSES[i % 6] as DeliveryStatus;
    const outcome = outcomeOf(status, i);
    const labels = labelsOf(i);
    const { id } = await toDeliveryFixture(project, {
      endpointId,
      status,
      ...(sourceId && { sourceId }),
      ...(subscriptionId && { subscriptionId }),
      ...labels,
      outcome,
    });
    made.push({ id, endpointId, owner, endpointTags, sourceId, subscriptionId, status, ...labels, ...outcome });
  }
});
afterAll(() => bench.close());

const TAGS = ["vip", "eu:west", "q4"];
const CODES = ["503", "500", "404", "timeout", "connection_refused"];
const LATENCIES = [0.02, 0.7, 1.5, 2, 30];

/** What the sender of the i-th delivery calls its event. */
function labelsOf(i: number): Pick<Made, "externalId" | "tags"> {
  const externalId = i % 4 === 0 ? null : `order-${i % 20}`;
  return { externalId, tags: TAGS.filter((_, place) => i % (place + 2) === 0) };
}

/** How the i-th delivery went. */
function outcomeOf(status: DeliveryStatus, i: number) {
  const succeeded = { code: null, attempts: 1 + (i % 3), latency: LATENCIES[i % 5] ?? null };
  const failed = { code: CODES[i % 5] ?? null, attempts: 1 + (i % 9), latency: null };
  if (status === "Success") return succeeded;
  return status === "Failure" || status === "Retry" ? failed : { code: null, attempts: 0, latency: null };
}

const find = async (query: string) =>
  (await project.ask("GET", `/eventdeliveries?view=summary&perPage=100&${query}`)).body.data.content.map(
    (row: { uid: string }) => row.uid,
  );

/** One filter: its query, and what it keeps. */
type Filter = [query: string, keeps: (row: Made) => boolean];

const axes: Filter[][] = [
  [
    ["code=503", ({ code }) => code === "503"],
    ["code=5xx", ({ code }) => code === "503" || code === "500"],
    ["code=4xx,timeout", ({ code }) => code === "404" || code === "timeout"],
    ["code=dns", () => false],
  ],
  [
    ["ownerId=acme", ({ owner }) => owner === "acme"],
    ["ownerId=umbrella", ({ owner }) => owner === "umbrella"],
    ["ownerId=nobody", () => false],
  ],
  [
    ["endpointTag=eu", ({ endpointTags }) => endpointTags.includes("eu")],
    [
      "endpointTag=eu&endpointTag=gold",
      ({ endpointTags }) => endpointTags.includes("eu") && endpointTags.includes("gold"),
    ],
    ["endpointTag=us", () => false],
  ],
  [
    [`sourceId=${sources[0]}`, ({ sourceId }) => sourceId === sources[0]],
    [`sourceId=${sources.join(",")}`, ({ sourceId }) => sourceId !== null],
  ],
  [
    ["minAttempts=1", ({ attempts }) => attempts >= 1],
    ["minAttempts=2", ({ attempts }) => attempts >= 2],
    ["minAttempts=3&maxAttempts=5", ({ attempts }) => attempts >= 3 && attempts <= 5],
    ["maxAttempts=1", ({ attempts }) => attempts <= 1],
    ["minAttempts=0", () => true],
  ],
  [
    ["minLatency=0.6", ({ latency }) => latency !== null && latency >= 0.6],
    ["minLatency=1.5&maxLatency=2", ({ latency }) => latency !== null && latency >= 1.5 && latency <= 2],
    ["maxLatency=0.5", ({ latency }) => latency !== null && latency <= 0.5],
  ],
  [
    ["status=Success", ({ status }) => status === "Success"],
    ["status=Failure,Retry", ({ status }) => status === "Failure" || status === "Retry"],
    ["status=Retry", ({ status }) => status === "Retry"],
    ["status=Processing", ({ status }) => status === "Processing"],
    ["status=Scheduled,Processing", ({ status }) => status === "Scheduled" || status === "Processing"],
    ["status=Discarded,Success", ({ status }) => status === "Discarded" || status === "Success"],
    ["status=Success,Failure", ({ status }) => status === "Success" || status === "Failure"],
  ],
  [
    ["externalId=order-7", ({ externalId }) => externalId === "order-7"],
    ["externalId=order-8", () => false],
  ],
  [
    ["tag=vip", ({ tags }) => tags.includes("vip")],
    ["tag=q4&tag=eu:west", ({ tags }) => tags.includes("q4") && tags.includes("eu:west")],
    ["tag=none", () => false],
  ],
  [[`subscriptionId=${subscriptions[1]}`, ({ subscriptionId }) => subscriptionId === subscriptions[1]]],
];

/** Each filter by itself, and each pair of filters of two axes. */
const pairs: Filter[] = axes.flatMap((axis, place) =>
  axis.flatMap((one): Filter[] => [
    one,
    ...axes
      .slice(place + 1)
      .flat()
      .map(([query, keeps]): Filter => [`${one[0]}&${query}`, (row) => one[1](row) && keeps(row)]),
  ]),
);

describe("the filters of deliveries", () => {
  it("find exactly what matches, each alone and each pair", async () => {
    for (const [query, keeps] of pairs) {
      const wanted = made
        .filter(keeps)
        .map(({ id }) => id)
        .reverse()
        .slice(0, 100);
      expect([query, await find(query)]).toEqual([query, wanted]);
    }
  });

  it("find the same beside a queue too long to be read", async () => {
    const waiting = await bench.project("outgoing");
    const endpointId = await waiting.endpoint();
    const failing = await toDeliveryFixture(waiting, {
      endpointId,
      status: "Retry",
      outcome: { code: "503", attempts: 3 },
    });
    const model = await toDeliveryFixture(waiting, { endpointId, status: "Scheduled" });
    const copies = bench.services.db;
    await copies
      .insertInto("delivery_queue")
      .columns(["project_id", "delivery_id", "kind", "lane_id", "destination_id", "event_id", "due_at"])
      .values(
        Array.from({ length: 2_500 }, () => ({
          project_id: waiting.id,
          delivery_id: newId(),
          kind: "delivery" as const,
          lane_id: endpointId,
          destination_id: endpointId,
          event_id: model.eventId,
          due_at: new Date(Date.now() + 600_000),
        })),
      )
      .execute();
    const found = await waiting.ask("GET", "/eventdeliveries?view=summary&code=5xx&status=Scheduled,Retry,Processing");
    expect(found.body.data.content.map(({ uid }: { uid: string }) => uid)).toEqual([failing.id]);
    const none = await waiting.ask("GET", "/eventdeliveries?view=summary&code=5xx&status=Processing");
    expect(none.body.data.content).toEqual([]);
  });

  it("find what is held while its endpoint holds, in the list, a count, a cancel and a replay", async () => {
    const other = await bench.project("outgoing");
    const held = await other.endpoint({ name: "held" });
    const active = await other.endpoint({ name: "active" });
    const ids: Record<string, string> = {};
    for (const status of DELIVERY_STATUSES) {
      ids[status] = (await toDeliveryFixture(other, { endpointId: held, status })).id;
      await toDeliveryFixture(other, { endpointId: active, status });
    }
    const ask = async (query: string) => {
      const { body } = await other.ask("GET", `/eventdeliveries?view=summary&sort=ASC&held=true${query}`);
      return body.data.content.map(({ uid }: { uid: string }) => uid);
    };
    expect(await ask("")).toEqual([]);
    await other.ask("PUT", `/endpoints/${held}/pause`);
    expect(await ask("")).toEqual([ids.Scheduled, ids.Retry]);
    expect(await ask("&status=Retry,Success")).toEqual([ids.Retry]);
    expect(await ask("&status=Failure")).toEqual([]);
    expect(await ask(`&endpointId=${active}`)).toEqual([]);
    expect((await other.ask("GET", "/eventdeliveries/matches?held=true")).body.data.count).toBe(2);
    const replay = await other.ask("POST", "/replays", { body: { filter: { held: true, status: ["Retry"] } } });
    expect(replay.body.data.preview.sample.map((one: { delivery_id: string }) => one.delivery_id)).toEqual([ids.Retry]);
    const { body } = await other.ask("POST", "/eventdeliveries/cancel", { body: { filter: { held: true } } });
    expect(body.data.cancelled).toBe(2);
    expect(await ask("")).toEqual([]);
  });

  it.each([
    ["held=false", "held"],
    ["code=teapot", "code"],
    ["code=5x", "code"],
    ["code=600", "code"],
    ["minAttempts=two", "minAttempts"],
    ["minAttempts=1.5", "minAttempts"],
    ["minAttempts=-1", "minAttempts"],
    ["maxLatency=0x10", "maxLatency"],
    ["minLatency=1e400", "minLatency"],
    ["minAttempts=5&maxAttempts=4", "minAttempts"],
    ["minLatency=5&maxLatency=4.9", "minLatency"],
    ["sourceId=shop", "sourceId"],
  ])("are refused by name when %s is asked", async (query, field) => {
    const { status, body } = await project.ask("GET", `/eventdeliveries?${query}`);
    expect([status, body.error.fields[0].path]).toEqual([422, expect.stringContaining(field)]);
  });

  it("select for a replay and for a bulk cancel what their list shows", async () => {
    const filter = { code: ["5xx"], minAttempts: 2, status: ["Retry"] };
    const shown = await find("code=5xx&minAttempts=2&status=Retry");
    expect(shown.length).toBeGreaterThan(1);
    const replay = await project.ask("POST", "/replays", {
      body: { filter: { ...filter, ownerId: "acme", endpointTag: ["eu"] } },
    });
    expect(replay.body.data.filter).toMatchObject({
      code: ["5xx"],
      minAttempts: 2,
      ownerId: "acme",
      endpointTag: ["eu"],
    });
    const wrong = await project.ask("POST", "/eventdeliveries/cancel", { body: { filter: { minAttempts: "2" } } });
    expect([wrong.status, wrong.body.error.fields[0].path]).toEqual([422, "filter.minAttempts"]);
    const { body } = await project.ask("POST", "/eventdeliveries/cancel", { body: { filter } });
    expect(body.data.cancelled).toBe(shown.length);
    expect(await find("code=5xx&minAttempts=2&status=Retry")).toEqual([]);
    expect(await find("code=5xx&minAttempts=2&status=Discarded")).toEqual(shown);
  });
});
