import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

const DAY_MS = 86_400_000;

let bench: ApiBench;
let project: ApiProject;
let endpointID: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  endpointID = await project.endpoint({ owner_id: "acme" });
  await project.subscription({ endpoint_id: endpointID });
});
afterAll(() => bench.close());

const content = { event_type: "trial.ends", data: { total: 3 } };
const WAYS = [
  { way: "", target: () => ({ endpoint_id: endpointID }) },
  { way: "/fanout", target: () => ({ owner_id: "acme" }) },
  { way: "/broadcast", target: () => ({}) },
  { way: "/dynamic", target: () => ({ url: "https://example.com/later" }) },
];
const post = (way: string, body: object) => project.ask("POST", `/events${way}`, { key: project.keys.admin, body });
const deliveryOf = async (eventID: string) =>
  (await project.ask("GET", `/eventdeliveries?eventId=${eventID}`)).body.data.content[0];

it.each(WAYS)("is taken at /events$way", async ({ way, target }) => {
  const deliver_at = new Date(Date.now() + DAY_MS).toISOString();
  const { status, body } = await post(way, { ...target(), ...content, deliver_at });
  expect([status, body.data.deliveries]).toEqual([201, 1]);
  const delivery = await deliveryOf(body.data.uid);
  expect(delivery).toMatchObject({ status: "Scheduled", metadata: { next_send_time: deliver_at } });
  expect(delivery.event_metadata.deliver_at).toBe(deliver_at);
});

it.each([
  [3600, 3_600],
  ["15m", 900],
  ["1d12h", 129_600],
  [2_592_000, 2_592_000],
])("takes a delay of %s", async (delay, seconds) => {
  const before = Date.now();
  const { body } = await post("", { endpoint_id: endpointID, ...content, delay });
  const at = Date.parse((await deliveryOf(body.data.uid)).event_metadata.deliver_at);
  expect(at).toBeGreaterThanOrEqual(before + seconds * 1_000);
  expect(at).toBeLessThanOrEqual(Date.now() + seconds * 1_000);
});

it.each([{ deliver_at: "2001-01-31T12:00:00+02:00" }, { delay: 0 }, { delay: "0s" }])(
  "takes %o for at once",
  async (given) => {
    const { body } = await post("", { endpoint_id: endpointID, ...content, ...given });
    const { event_metadata, metadata, created_at } = await deliveryOf(body.data.uid);
    expect(event_metadata).not.toHaveProperty("deliver_at");
    expect(metadata.next_send_time).toBe(created_at);
  },
);

it.each([
  ["deliver_at", { deliver_at: "tomorrow" }],
  ["deliver_at", { deliver_at: "2027-01-31" }],
  ["deliver_at", { deliver_at: 1_800_000_000 }],
  ["deliver_at", { deliver_at: new Date(Date.now() + 31 * DAY_MS).toISOString() }],
  ["delay", { delay: -1 }],
  ["delay", { delay: 1.5 }],
  ["delay", { delay: "soon" }],
  ["delay", { delay: "31d" }],
  ["delay", { delay: 2_592_001 }],
  ["delay", { delay: `${"9".repeat(1_000_000)}s` }],
  ["delay", { delay: 60, deliver_at: "2027-01-31T12:00:00Z" }],
])("refuses a wrong %s", async (path, given) => {
  const { status, body } = await post("", { endpoint_id: endpointID, ...content, ...given });
  expect([status, body.error.code, body.error.fields[0].path]).toEqual([422, "invalid_fields", path]);
  const { message } = body.error.fields[0];
  expect(message).toMatch(/^Give /);
});

it("judges each item of a batch alone", async () => {
  const deliver_at = new Date(Date.now() + DAY_MS).toISOString();
  const events = [{ delay: "31d" }, { deliver_at }, { delay: 5, deliver_at }].map((one) => ({ ...content, ...one }));
  const { results, accepted } = (await post("/batch", { events })).body.data;
  expect(results.map(({ status }: { status: number }) => status)).toEqual([422, 201, 422]);
  expect(accepted).toBe(1);
  expect((await deliveryOf(results[1].uid)).event_metadata.deliver_at).toBe(deliver_at);
});

it("tells the time with the event, and nothing of one that has none", async () => {
  const deliver_at = new Date(Date.now() + DAY_MS).toISOString();
  const { uid } = (await post("", { endpoint_id: endpointID, ...content, deliver_at })).body.data;
  expect((await project.ask("GET", `/events/${uid}`)).body.data.deliver_at).toBe(deliver_at);
  const at_once = (await post("", { endpoint_id: endpointID, ...content })).body.data;
  expect((await project.ask("GET", `/events/${at_once.uid}`)).body.data).not.toHaveProperty("deliver_at");
});

it("leaves what waits out of what waits longest", async () => {
  const other = await bench.project("outgoing");
  const endpoint_id = await other.endpoint();
  await other.ask("POST", "/events", { body: { endpoint_id, ...content, delay: "1h" } });
  const { body } = await other.ask("GET", "/stats/backlog");
  expect(body.data).toMatchObject({ waiting: 1, delayed: 1, oldest_waiting_at: null });
});
