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

const post = (body: object, to = project) => to.ask("POST", "/events", { key: to.keys.operator, body });
const send = async (more: object) =>
  (await post({ endpoint_id, event_type: "order.paid", data: 1, ...more })).body.data.uid as string;
const listed = async (path: string, from = project): Promise<string[]> => {
  const { status, body } = await from.ask("GET", path);
  expect(status).toBe(200);
  return body.data.content.map((one: { uid: string; event_id?: string }) => one.event_id ?? one.uid);
};
const eventOf = async (id: string) => (await project.ask("GET", `/events/${id}`)).body.data;

it("are answered with the event and with its deliveries, and never sent", async () => {
  const metadata = { order: "1042", note: 'a "b"\nc', constructor: "x", "": undefined };
  const uid = await send({ external_id: "order/1042 ü", metadata });
  const event = await eventOf(uid);
  expect(event.external_id).toBe("order/1042 ü");
  expect(JSON.parse(event.metadata)).toEqual({ order: "1042", note: 'a "b"\nc', constructor: "x" });
  expect(event.headers).toEqual({ "content-type": "application/json" });
  const { content } = (await project.ask("GET", `/eventdeliveries?eventId=${uid}`)).body.data;
  expect(content[0].event_metadata).toMatchObject({ external_id: "order/1042 ü", metadata: event.metadata });
  expect(content[0].headers).toEqual({ "content-type": "application/json" });
});

it("are absent, and metadata null, where the sender gave none", async () => {
  for (const more of [{}, { metadata: {} }]) {
    const event = await eventOf(await send(more));
    expect(event).toMatchObject({ metadata: null });
    expect(event).not.toHaveProperty("external_id");
  }
});

it("may repeat: an external id is no idempotency key", async () => {
  const uids = [await send({ external_id: "twice" }), await send({ external_id: "twice" })];
  expect(await listed("/events?externalId=twice&sort=ASC")).toEqual(uids);
  expect(await listed("/eventdeliveries?externalId=twice&sort=ASC")).toEqual(uids);
  expect((await eventOf(uids[1] ?? "")).is_duplicate_event).toBe(false);
});

it("find events by pairs of metadata, all of which must be there, exactly", async () => {
  const uid = await send({ metadata: { tier: "gold", region: "eu", formula: "a=b,c" } });
  await send({ metadata: { tier: "gold" } });
  const find = (...pairs: string[]) =>
    listed(`/events?${pairs.map((pair) => `metadata=${encodeURIComponent(pair)}`).join("&")}`);
  expect(await find("tier=gold")).toHaveLength(2);
  expect(await find("tier=gold", "region=eu")).toEqual([uid]);
  expect(await find("formula=a=b,c")).toEqual([uid]);
  expect(await find("tier=GOLD")).toEqual([]);
  expect(await find("tier=gold", "tier=silver")).toEqual([]);
  expect(await find("__proto__=gold")).toEqual([]);
});

it("are found in their own project alone", async () => {
  const other = await bench.project("outgoing");
  await send({ external_id: "mine", metadata: { whose: "mine" } });
  expect(await listed("/events?externalId=mine", other)).toEqual([]);
  expect(await listed("/events?metadata=whose=mine", other)).toEqual([]);
  expect(await listed("/eventdeliveries?externalId=mine", other)).toEqual([]);
});

it("select what is counted and cancelled", async () => {
  const paused = await project.endpoint();
  await project.ask("PUT", `/endpoints/${paused}/pause`);
  for (const external_id of ["stop", "stop", "go"]) await send({ endpoint_id: paused, external_id });
  const { body } = await project.ask("GET", "/eventdeliveries/matches?externalId=stop");
  expect(body.data.count).toBe(2);
  const filter = { externalId: "stop" };
  const cancelled = await project.ask("POST", "/eventdeliveries/cancel", { body: { filter } });
  expect(cancelled.body.data).toMatchObject({ cancelled: 2, skipped: 0 });
});

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, "1"]));

it.each([
  ["external_id", { external_id: "" }],
  ["external_id", { external_id: "x".repeat(256) }],
  ["external_id", { external_id: "a\r\nX-Evil: 1" }],
  ["external_id", { external_id: 42 }],
  ["metadata", { metadata: pairs(21) }],
  ["metadata.", { metadata: { "": "1" } }],
  ["metadata.a=b", { metadata: { "a=b": "1" } }],
  ["metadata.a\nb", { metadata: { "a\nb": "1" } }],
  [`metadata.${"n".repeat(41)}`, { metadata: { ["n".repeat(41)]: "1" } }],
  ["metadata.__proto__", { metadata: JSON.parse('{"__proto__": "1"}') }],
  ["metadata.__proto__", { metadata: JSON.parse('{"__proto__": {"admin": true}}') }],
  ["metadata", { metadata: ["a"] }],
  ["metadata", { metadata: "order=1042" }],
  ["metadata.order", { metadata: { order: 1042 } }],
  ["metadata.order", { metadata: { order: { deep: "1" } } }],
  ["metadata.order", { metadata: { order: "x".repeat(501) } }],
  ["metadata.order", { metadata: { order: "x".repeat(1_000_000) } }],
  ["metadata.order", { metadata: { order: "a\0b" } }],
])("refuse a wrong %s", async (path, given) => {
  const before = (await listed("/events?perPage=100")).length;
  const { status, body } = await post({ endpoint_id, event_type: "order.paid", data: 1, ...given });
  expect([status, body.error.code, body.error.fields[0].path]).toEqual([422, "invalid_fields", path]);
  expect(await listed("/events?perPage=100")).toHaveLength(before);
});

it.each([
  "metadata=order",
  "metadata==1",
  Array.from({ length: 6 }, (_, n) => `metadata=a=${n}`).join("&"),
  `externalId=${"x".repeat(501)}`,
])("refuse the filter %#", async (query) => {
  expect((await project.ask("GET", `/events?${query}`)).status).toBe(422);
});
