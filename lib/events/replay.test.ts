import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Engines } from "@/lib/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/engines.fixture";
import { getEvent } from "@/lib/events/queries";
import { replayEvent } from "@/lib/events/replay";
import { newId } from "@/lib/ids";
import { readLedger } from "@/lib/stats/ledger";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
});

const ctx = () => bench.context(projectId);
const routed = (uid: string) =>
  until(async () => {
    const event = await getEvent(ctx(), uid);
    return event.status !== "Pending" && event.status !== "Processing" && event;
  });
const eventsOf = async () => (await readLedger(ctx(), { endpointId: [] })).events;

it("routes an event that nobody took to whoever takes it today, and counts it as such", async () => {
  const { uid } = await engines.recorder.record(eventFor(projectId, endpointId));
  expect(await eventsOf()).toMatchObject({ accepted: 1, discarded: 1, routed: 0 });
  await bench.subscribe(projectId, endpointId);
  await replayEvent(ctx(), uid);
  expect(await routed(uid)).toMatchObject({ status: "Success", status_reason: "", endpoints: [endpointId] });
  await until(() => receiver.got.length === 1);
  expect(receiver.got[0]?.body.toString()).toBe('{"amount":42}');
  expect(await eventsOf()).toEqual({ accepted: 1, duplicates: 0, discarded: 0, failed: 0, pending: 0, routed: 1 });
});

it("makes new deliveries beside the old ones, and keeps an event that was routed as Success", async () => {
  await bench.subscribe(projectId, endpointId);
  const { uid } = await engines.recorder.record(eventFor(projectId, endpointId));
  await until(() => receiver.got.length === 1);
  await replayEvent(ctx(), uid);
  await until(() => receiver.got.length === 2);
  await routed(uid);
  const deliveries = await bench.deliveries(projectId);
  expect(new Set(deliveries.map((row) => row.event_id))).toEqual(new Set([uid]));
  expect(new Set(receiver.got.map((got) => got.headers["webhook-id"])).size).toBe(2);
  await bench.database.db.deleteFrom("subscriptions").where("project_id", "=", projectId).execute();
  await replayEvent(ctx(), uid);
  expect(await routed(uid)).toMatchObject({ status: "Success", endpoints: [endpointId] });
  expect(await bench.deliveries(projectId)).toHaveLength(2);
  expect(await eventsOf()).toMatchObject({ accepted: 1, discarded: 0, routed: 1 });
});

it("is a conflict for a duplicate and for what is being routed, and not found for what is not there", async () => {
  await bench.subscribe(projectId, endpointId);
  const event = eventFor(projectId, endpointId, { idempotencyKey: "k" });
  const first = await engines.recorder.record(event);
  const second = await engines.recorder.record(event);
  await expect(replayEvent(ctx(), second.uid)).rejects.toMatchObject({ code: "conflict" });
  await expect(replayEvent(ctx(), newId())).rejects.toMatchObject({ code: "not_found" });
  const later = { project_id: projectId, event_id: first.uid, due_at: new Date(Date.now() + 60_000) };
  await bench.database.db.insertInto("routing_queue").values(later).execute();
  await expect(replayEvent(ctx(), first.uid)).rejects.toMatchObject({ code: "conflict" });
});
