import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import type { PulledDelivery } from "@/lib/nouns/devices/schemas";
import { toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";

let bench: ApiBench;
let project: ApiProject;
let device: { uid: string; secret: string };
let deliveryId: string;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  project = await bench.project("outgoing");
  device = (await post("/devices", { host_name: "ada-laptop" })).body.data;
  const endpointId = await project.endpoint();
  deliveryId = (await toDeliveryFixture(project, { endpointId, status: "Failure" })).id;
});

const post = (path: string, body: object, key = project.keys.operator) => project.ask("POST", path, { key, body });
const make = (more: object = {}, key = project.keys.operator) =>
  post(`/devices/${device.uid}/tests`, { delivery_id: deliveryId, ...more }, key);
const read = (id: string, at = project) => at.ask("GET", `/devices/${device.uid}/tests/${id}`);
const pull = async (): Promise<PulledDelivery[]> =>
  (await post(`/devices/${device.uid}/pull`, { wait_seconds: 0 })).body.data;
const report = (id: string, lease_id: string, more: object = {}) =>
  post(`/devices/${device.uid}/tests/${id}/result`, {
    lease_id,
    url: "http://localhost:4000/hook",
    status: 418,
    headers: { "x-answer": "yes" },
    body: Buffer.from("short and stout").toString("base64"),
    duration_ms: 12.5,
    ...more,
  });

/** Moves the times of a test into the past. */
const letTimePass = (id: string, column: "expires_at" | "fetched_at", seconds: number) =>
  bench.services.db
    .updateTable("device_tests")
    .set({ [column]: new Date(Date.now() - seconds * 1000) })
    .where("id", "=", id)
    .execute();

async function takeOne(): Promise<PulledDelivery> {
  const [pulled] = await pull();
  if (!pulled) throw new Error("Nothing was pulled.");
  return pulled;
}

test("a test waits for the device, goes out signed and marked, and its answer is told; it counts nowhere", async () => {
  const before = (await project.ask("GET", `/eventdeliveries/${deliveryId}`)).body.data;
  const { status, body } = await make();
  expect([status, body.data.status, body.data.answer]).toEqual([201, "waiting", null]);
  const { uid } = body.data;
  const pulled = await takeOne();
  const { headers, lease_id } = pulled;
  expect(pulled).toMatchObject({ uid, is_test: true, number: 1, event_type: "invoice.paid", method: "POST" });
  expect(Buffer.from(pulled.body, "base64").toString()).toBe('{"amount":42}');
  const keys = [toKey(device.secret)];
  const payload = Buffer.from('{"amount":42}');
  const signed = await signStandard(`test_${uid}`, Number(headers["webhook-timestamp"]), payload, keys);
  expect(headers).toMatchObject({ ...signed, "webhook-id": `test_${uid}`, "webhook-test": "true" });
  expect((await read(uid)).body.data.status).toBe("fetched");

  expect((await report(uid, lease_id)).status).toBe(200);
  expect((await read(uid)).body.data).toMatchObject({
    status: "answered",
    url: "http://localhost:4000/hook",
    answer: {
      response_status: 418,
      response_http_header: { "x-answer": "yes" },
      response_data: "short and stout",
      response_truncated: false,
      error: null,
      error_code: null,
      duration_ms: 12.5,
    },
  });
  expect((await project.ask("GET", `/eventdeliveries/${deliveryId}`)).body.data).toEqual(before);
  const { content } = (await project.ask("GET", "/eventdeliveries")).body.data;
  expect(content).toHaveLength(1);
  const { db } = bench.services;
  for (const table of ["delivery_attempts", "incidents", "incident_deltas"] as const) {
    expect(await db.selectFrom(table).selectAll().where("project_id", "=", project.id).execute()).toEqual([]);
  }
  const counted = db.selectFrom("endpoint_stat_deltas").selectAll().where("destination_id", "=", device.uid);
  expect(await counted.execute()).toEqual([]);
  const { body: log } = await project.ask("GET", `/audit-log?resourceId=${deliveryId}`);
  expect(log.data.content).toMatchObject([{ action: "event_delivery.test_sent" }]);
  expect(JSON.stringify(log.data.content[0].changes)).toContain(device.uid);
});

test("an edited payload goes out in place of the delivery's, and an error of the device is told", async () => {
  const { uid } = (await make({ raw: '{"amount": 1}' })).body.data;
  const { lease_id, body } = await takeOne();
  expect(Buffer.from(body, "base64").toString()).toBe('{"amount": 1}');
  const refused = { status: null, error: "Connection refused.", error_code: "refused" };
  expect((await report(uid, lease_id, { ...refused, body: "", headers: {} })).status).toBe(200);
  expect((await read(uid)).body.data.answer).toMatchObject({ response_status: null, ...{ error_code: "refused" } });
});

test("each of many concurrent pulls gets a test once, and a pull that was broken off gives it back", async () => {
  const made = await Promise.all([make(), make(), make()]);
  const options = { limit: 10, waitMs: 0, signal: AbortSignal.abort() };
  expect(await bench.services.devices.pull({ projectId: project.id, deviceId: device.uid }, options)).toEqual([]);
  const pulled = (await Promise.all([pull(), pull(), pull(), pull()])).flat();
  expect(pulled.map(({ uid }) => uid).sort()).toEqual(made.map(({ body }) => body.data.uid).sort());
  expect(await pull()).toEqual([]);
});

test("a test that no device fetches in five minutes is not given any more, and one without an answer is told", async () => {
  const late = (await make()).body.data;
  expect(Date.parse(late.expires_at) - Date.parse(late.created_at)).toBe(300_000);
  await letTimePass(late.uid, "expires_at", 1);
  expect(await pull()).toEqual([]);
  expect((await read(late.uid)).body.data.status).toBe("not_fetched");

  const silent = (await make()).body.data;
  await pull();
  await letTimePass(silent.uid, "fetched_at", 61);
  expect((await read(silent.uid)).body.data.status).toBe("not_answered");
});

test("twenty tests wait for a device at most, and none for a disabled one", async () => {
  const made = await Promise.all(Array.from({ length: 24 }, () => make()));
  expect(made.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), ...Array(4).fill(409)]);
  await post(`/devices/${device.uid}/pull`, { wait_seconds: 0, limit: 1 });
  expect((await make()).status).toBe(201);
  await project.ask("PUT", `/devices/${device.uid}`, { body: { is_disabled: true } });
  const disabled = await make();
  expect([disabled.status, disabled.body.message]).toEqual([
    409,
    "The device ada-laptop is disabled. An admin can enable it.",
  ]);
});

test("a test is not found in another project, nor with another device, and only its own pull reports it", async () => {
  const { uid } = (await make()).body.data;
  const { lease_id } = await takeOne();
  const other = await bench.project("outgoing");
  const answer = { lease_id, url: "http://localhost/", status: 200, duration_ms: 1 };
  const foreign = await Promise.all([
    other.ask("POST", `/devices/${device.uid}/tests`, { body: { delivery_id: deliveryId } }),
    other.ask("POST", `/devices/${device.uid}/tests/${uid}/result`, { body: answer }),
    read(uid, other),
    make({ delivery_id: newId() }),
    report(newId(), lease_id),
  ]);
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const neighbour = (await post("/devices", { host_name: "neighbour" })).body.data.uid;
  expect((await post(`/devices/${neighbour}/tests/${uid}/result`, answer)).status).toBe(404);
  expect((await report(uid, newId())).status).toBe(409);
  expect((await make({}, project.keys.viewer)).status).toBe(403);
  expect((await read(uid)).body.data).toMatchObject({ status: "fetched", answer: null });
  expect((await report(uid, lease_id)).status).toBe(200);
  expect((await report(uid, lease_id, { status: 200 })).status).toBe(409);
  expect((await read(uid)).body.data.answer.response_status).toBe(418);
});

test("deliveries are pulled after the tests, and reported as ever", async () => {
  await post(`/devices/${device.uid}/listen`, {});
  await post("/events/broadcast", { event_type: "invoice.paid", data: {} });
  await make();
  expect(await pull()).toMatchObject([{ is_test: true }]);
  const [delivery] = await pull();
  expect(delivery).toMatchObject({ is_test: false, number: 1 });
});
