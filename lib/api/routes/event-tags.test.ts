import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
let endpoint_id: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  endpoint_id = await project.endpoint();
});
afterAll(() => bench.close());

const post = (body: object) => project.ask("POST", "/events", { key: project.keys.operator, body });
const send = async (tags?: string[], more: object = {}) =>
  (await post({ endpoint_id, event_type: "order.paid", data: 1, ...(tags && { tags }), ...more })).body.data
    .uid as string;
const found = async (list: "events" | "eventdeliveries", query: string, from = project): Promise<string[]> => {
  const { status, body } = await from.ask("GET", `/${list}?sort=ASC&perPage=100&${query}`);
  expect(status).toBe(200);
  return body.data.content.map((one: { uid: string; event_id?: string }) => one.event_id ?? one.uid);
};

it("are answered with the event and its deliveries in the order given, once each, and absent where there are none", async () => {
  const uid = await send(["vip", "eu:west", "vip", "null", "q4.2026"]);
  const { body } = await project.ask("GET", `/eventdeliveries?view=summary&eventId=${uid}`);
  expect(body.data.content[0].event_metadata.tags).toEqual(["vip", "eu:west", "null", "q4.2026"]);
  for (const tags of [undefined, []]) {
    const { data } = (await project.ask("GET", `/events/${await send(tags)}`)).body;
    expect(data).not.toHaveProperty("tags");
  }
});

it.each(["events", "eventdeliveries"] as const)("find %s that have all that are named", async (list) => {
  const both = await send(["red", "round"]);
  const red = await send(["red"]);
  const expected = [both, red];
  expect(await found(list, `tag=red&startDate=${encodeURIComponent(await madeAt(both))}`)).toEqual(expected);
  expect((await found(list, "tag=red&tag=round")).at(-1)).toBe(both);
  expect(await found(list, "tag=red,round,square")).toEqual([]);
  expect(await found(list, "tag=red", await bench.project("outgoing"))).toEqual([]);
});

it("find deliveries beside other filters, page by page", async () => {
  const sent = [];
  for (let number = 0; number < 5; number++) sent.push(await send(["page"], { event_type: `n.${number % 2}` }));
  expect(await found("eventdeliveries", "tag=page&event_type=n.0")).toEqual([sent[0], sent[2], sent[4]]);
  expect(await found("eventdeliveries", "tag=page&status=Scheduled")).toEqual(sent);
  expect(await found("eventdeliveries", "tag=page&status=Success")).toEqual([]);
  const first = (await project.ask("GET", "/eventdeliveries?tag=page&perPage=3")).body.data;
  const next = `next_page_cursor=${encodeURIComponent(first.pagination.next_page_cursor)}`;
  const second = (await project.ask("GET", `/eventdeliveries?tag=page&perPage=3&${next}`)).body.data;
  expect(second.content.map(({ event_id }: { event_id: string }) => event_id)).toEqual([sent[1], sent[0]]);
});

it("select what is counted, replayed and cancelled", async () => {
  const paused = await project.endpoint();
  await project.ask("PUT", `/endpoints/${paused}/pause`);
  for (const tags of [["stop"], ["stop", "now"], ["go"]]) await send(tags, { endpoint_id: paused });
  expect((await project.ask("GET", "/eventdeliveries/matches?tag=stop")).body.data.count).toBe(2);
  const replay = { name: "r", filter: { tag: ["stop"], status: ["Scheduled"] } };
  const { body } = await project.ask("POST", "/replays", { body: replay });
  expect(body.data.filter.tag).toEqual(["stop"]);
  const cancelled = await project.ask("POST", "/eventdeliveries/cancel", {
    body: { filter: { tag: ["stop", "now"] } },
  });
  expect(cancelled.body.data).toMatchObject({ cancelled: 1, skipped: 0 });
});

it("stand in views", async () => {
  const view = { name: "vip", list: "deliveries", is_shared: true, query: { tag: ["vip", "eu"], externalId: "1042" } };
  const { status, body } = await project.ask("POST", "/views", { body: view });
  expect([status, body.error?.fields, body.data?.query]).toEqual([
    201,
    undefined,
    { tag: ["vip", "eu"], externalId: "1042" },
  ]);
});

it.each([
  ["tags.0", ["VIP"]],
  ["tags.1", ["vip", ""]],
  ["tags.0", ["a b"]],
  ["tags.0", ["a\r\nX-Evil: 1"]],
  ["tags.0", ["x".repeat(41)]],
  ["tags.0", ["x".repeat(1_000_000)]],
  ["tags.0", ["ü"]],
  ["tags.0", [42]],
  ["tags", Array.from({ length: 11 }, (_, n) => `t${n}`)],
  ["tags", "vip"],
  ["tags", { 0: "vip" }],
])("refuse wrong %s", async (path, tags) => {
  const before = (await found("events", "")).length;
  const { status, body } = await post({ endpoint_id, event_type: "order.paid", data: 1, tags });
  expect([status, body.error.code, body.error.fields[0].path]).toEqual([422, "invalid_fields", path]);
  expect(await found("events", "")).toHaveLength(before);
});

it.each(["tag=VIP", "tag=a%20b", `tag=${"x".repeat(41)}`])("refuse the filter %#", async (query) => {
  for (const list of ["events", "eventdeliveries"]) {
    expect((await project.ask("GET", `/${list}?${query}`)).status).toBe(422);
  }
});

async function madeAt(id: string): Promise<string> {
  return (await project.ask("GET", `/events/${id}`)).body.data.created_at;
}
