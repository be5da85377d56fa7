import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { listEventDeliveries } from "@/lib/nouns/deliveries/queries";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let project: string;
beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  const retry = { strategy: "linear", interval_seconds: 1, retry_limit: 3 };
  project = await bench.project("outgoing", { retry, breaker: { is_enabled: false } } as never);
  return () => receiver.close();
});

const find = async (filter: object) =>
  (await listEventDeliveries(bench.context(project), ListEventDeliveries.parse(filter))).content.map(({ uid }) => uid);
const settled = (status: string) =>
  until(async () => (await bench.deliveries(project)).find((delivery) => delivery.status === status));

it("finds a delivery by how its last attempt failed, until one succeeds", async () => {
  receiver.answer = () => ({ status: receiver.got.length < 2 ? 503 : 200 });
  const endpoint = await bench.endpoint(project, receiver.url);
  await engines.recorder.record(eventFor(project, endpoint));
  const { id } = await settled("Retry");
  expect(await find({ code: "503" })).toEqual([id]);
  expect(await find({ code: "5xx", status: "Retry,Scheduled,Processing" })).toEqual([id]);
  expect(await find({ code: "4xx,timeout" })).toEqual([]);
  expect(await find({ minAttempts: "2" })).toEqual([]);

  const { latency_seconds } = await settled("Success");
  expect(await find({ code: "5xx" })).toEqual([]);
  expect(await find({ minAttempts: "2", maxAttempts: "2", status: "Success" })).toEqual([id]);
  expect(await find({ minLatency: "0.9", maxLatency: String(latency_seconds) })).toEqual([id]);
  expect(await find({ minLatency: String(Number(latency_seconds) + 0.001) })).toEqual([]);
});

it("tells a failure without an answer by its kind, and keeps it when the delivery is resent", {
  timeout: 30_000,
}, async () => {
  const refusing = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  const { port } = refusing.address() as { port: number };
  const endpoint = await bench.endpoint(project, `http://127.0.0.1:${port}/`);
  await engines.recorder.record(eventFor(project, endpoint));
  const { id } = await settled("Failure");
  expect(await find({ code: "connection_closed", status: "Failure" })).toEqual([id]);
  expect(await find({ minAttempts: "3", maxAttempts: "3" })).toEqual([id]);

  await bench.database.db.updateTable("endpoints").set({ status: "paused" }).where("id", "=", endpoint).execute();
  await resendDelivery(bench.context(project), id, { force: false });
  expect(await find({ code: "connection_closed", status: "Scheduled" })).toEqual([id]);
  await new Promise((resolve) => refusing.close(resolve));
});
