import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { listen } from "@/cli/listen";
import { createApp } from "@/lib/api/app";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { newId } from "@/lib/kernel/ids";
import type { Role } from "@/lib/kernel/vocabulary";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { registerDevice } from "@/lib/nouns/devices/mutations";
import { getDeviceTest } from "@/lib/nouns/devices/tests";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { createDeviceTest } from "@/lib/sending/device-tests";
import { toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";

let bench: EngineBench;
let engines: Engines;
let server: Server;
let url: string;
let local: Receiver;
const running: { stop: AbortController; ended: Promise<void> }[] = [];

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
  const { actor: _, ...lent } = bench.context("");
  const app = createApp(
    { ...lent, ...engines, guard: createAddressGuard("127.0.0.0/8"), log: pino({ level: "silent" }) },
    { readSession: async () => null },
  );
  server = createServer(getRequestListener(app.fetch));
  url = await open(server, 0);
  local = await new Receiver().open();
});
afterEach(async () => {
  for (const { stop } of running) stop.abort();
  await Promise.allSettled(running.splice(0).map(({ ended }) => ended));
  local.answer = () => ({ status: 200 });
  local.got.length = 0;
});
afterAll(async () => {
  local.close();
  server.closeAllConnections();
  server.close();
  await bench.close();
});

async function open(at: Server, port: number): Promise<string> {
  at.listen(port, "127.0.0.1");
  await once(at, "listening");
  return `http://127.0.0.1:${(at.address() as AddressInfo).port}`;
}

async function project(role: Role = "operator"): Promise<{ projectId: string; key: string }> {
  const projectId = await bench.project("incoming", {
    retry: { strategy: "linear", interval_seconds: 1, retry_limit: 3, max_retry_seconds: 7200 },
  });
  const { key } = await createApiKey(bench.context(projectId), { name: role, role });
  return { projectId, key };
}

/** Starts the command, ready to receive deliveries. */
async function start(key: string, more: object = {}): Promise<{ lines: string[]; stop(): Promise<void> }> {
  const lines: string[] = [];
  const stop = new AbortController();
  const options = { url, key, forwardTo: local.url, device: "ada-laptop", ...more };
  const ended = listen(options, (line) => lines.push(line), stop.signal);
  running.push({ stop, ended });
  await Promise.race([ended, until(() => lines.some((line) => line.startsWith("Forwarding")))]);
  return {
    lines,
    stop: () => {
      stop.abort();
      return ended;
    },
  };
}

const receive = (projectId: string, more = {}) =>
  engines.recorder.record(eventFor(projectId, "", { target: null, sourceId: newId(), ...more }));
const only = async (projectId: string) => (await bench.deliveries(projectId))[0];

it("forwards deliveries to the local address with their bytes and signature, and settles its answer", async () => {
  const { projectId, key } = await project();
  const { secret } = await registerDevice(bench.context(projectId), { host_name: "ada-laptop" });
  local.answer = () => ({ status: 201, headers: { "x-local": "yes" }, body: "thanks" });
  const { lines } = await start(key);
  const payload = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  await receive(projectId, { payload, urlQueryParams: "a=1" });
  await until(async () => (await only(projectId))?.status === "Success");

  const [got] = local.got;
  const id = (await only(projectId))?.id ?? "";
  expect(got?.body).toEqual(payload);
  expect(got?.url).toBe("/hook?a=1");
  const signed = await signStandard(id, Number(got?.headers["webhook-timestamp"]), payload, [toKey(secret)]);
  expect(got?.headers).toMatchObject(signed);
  const attempts = await bench.database.db
    .selectFrom("delivery_attempts")
    .selectAll()
    .where("delivery_id", "=", id)
    .execute();
  expect(attempts).toMatchObject([
    { number: 1, url: `${local.url}?a=1`, response_status: 201, response_data: Buffer.from("thanks") },
  ]);
  expect(attempts[0]?.response_headers).toMatchObject({ "x-local": "yes" });
  await until(() => lines.some((line) => /201 {2}invoice\.paid/.test(line)));
});

it("forwards a test, tells it from a delivery, and reports its answer to who sent it", async () => {
  const { projectId, key } = await project();
  local.answer = () => ({ status: 202, body: "tried" });
  const { lines } = await start(key);
  await receive(projectId);
  await until(async () => (await only(projectId))?.status === "Success");
  const delivery = await only(projectId);
  const ctx = bench.context(projectId);
  const deviceID = delivery?.device_id ?? "";
  const input = { delivery_id: delivery?.id ?? "", raw: '{"edited":true}' };
  const { uid: testID } = await createDeviceTest(ctx, engines.snapshots, { deviceID, input });
  await until(async () => (await getDeviceTest(ctx, { deviceID, testID })).status === "answered");
  const { answer, url: sentTo } = await getDeviceTest(ctx, { deviceID, testID });
  expect(answer).toMatchObject({ response_status: 202, response_data: "tried", error: null });
  expect(sentTo).toBe(local.url);
  const got = local.got.at(-1);
  expect([got?.body.toString(), got?.headers["webhook-test"]]).toEqual(['{"edited":true}', "true"]);
  await until(() => lines.some((line) => /202 {2}invoice\.paid \(test\)/.test(line)));
  expect(await bench.deliveries(projectId)).toMatchObject([{ id: delivery?.id, num_trials: 1 }]);
});

it("receives only what it subscribed to, and says so", async () => {
  const { projectId, key } = await project();
  const { lines } = await start(key, { events: "invoice.*, user.created" });
  expect(lines[0]).toMatch(/^Listening as ada-laptop in .*, for invoice\.\*, user\.created\.$/);
  await receive(projectId, { eventType: "order.paid" });
  await receive(projectId, { eventType: "user.created" });
  await until(() => local.got.length === 1);
  expect(await bench.deliveries(projectId)).toMatchObject([{ event_type: "user.created" }]);
});

it("reports local failures, and gets the delivery again when its retry is due", async () => {
  const { projectId, key } = await project();
  let attempts = 0;
  local.answer = () => ({ status: ++attempts === 1 ? 500 : 200 });
  await start(key);
  await receive(projectId);
  await until(async () => (await only(projectId))?.status === "Success");
  expect(await only(projectId)).toMatchObject({ num_trials: 2 });
  const away = await new Receiver().open();
  away.close();
  const other = await project();
  await start(other.key, { forwardTo: away.url });
  await receive(other.projectId);
  await until(async () => (await only(other.projectId))?.status === "Retry");
  expect((await only(other.projectId))?.description).toContain("Connection refused");
});

it("leaves nothing leased when it stops while it waits", async () => {
  const { projectId, key } = await project();
  const { stop } = await start(key);
  await receive(projectId);
  await until(async () => (await only(projectId))?.status === "Success");
  await stop();
  await until(() => engines.devices.waiting === 0);
  await receive(projectId);
  const { id: deviceId } = await bench.database.db
    .selectFrom("devices")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  const signal = new AbortController().signal;
  expect(await engines.devices.pull({ projectId, deviceId }, { limit: 10, waitMs: 0, signal })).toHaveLength(1);
});

it("finishes requests in flight when it is stopped", async () => {
  const { projectId, key } = await project();
  local.answer = () => "hang";
  const { stop } = await start(key);
  await receive(projectId);
  await until(() => local.got.length === 1);
  const stopped = stop();
  local.close();
  await stopped;
  local = await new Receiver().open();
  expect(await only(projectId)).toMatchObject({ status: "Retry", num_trials: 1 });
});

it("waits while Hookyard is unreachable and continues when it is back", async () => {
  const { projectId, key } = await project();
  const { lines } = await start(key);
  const { port } = server.address() as AddressInfo;
  server.closeAllConnections();
  server.close();
  await until(() => lines.some((line) => line.endsWith("Trying again.")));
  await receive(projectId);
  await open(server, port);
  await until(async () => (await only(projectId))?.status === "Success");
  expect(lines).toContain("Connected again.");
});

it("says what is wrong with its key and its options", async () => {
  await expect(start((await project("viewer")).key)).rejects.toThrow("This key may only read.");
  await expect(start("hy_nonsense")).rejects.toMatchObject({ status: 401 });
  const { key } = await project();
  await expect(start(key, { url: "nowhere" })).rejects.toThrow("Give a full http");
  await expect(start(key, { source: newId() })).rejects.toMatchObject({ status: 422 });
});
