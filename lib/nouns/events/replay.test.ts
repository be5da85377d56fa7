import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { getEvent } from "@/lib/nouns/events/queries";
import { replayEvent } from "@/lib/nouns/events/replay";
import { replayAndTell } from "@/lib/nouns/events/tell-replay";
import { readLedger } from "@/lib/nouns/stats/ledger";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

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

const db = () => bench.database.db;
const replay = (uid: string, force = false) => replayAndTell(ctx(), uid, { force, waitMs: Number.POSITIVE_INFINITY });

it("recovers a discarded event after its subscription was fixed, and counts it as such", async () => {
  const subscription = await bench.subscribe(projectId, endpointId, { event_types: ["order.*"] });
  const { uid } = await engines.recorder.record(eventFor(projectId, endpointId));
  expect(await eventsOf()).toMatchObject({ accepted: 1, discarded: 1, routed: 0 });
  expect(await replay(uid)).toMatchObject({ deliveries: 0, reason: { code: "event_type_not_taken" } });
  const filter_config = JSON.stringify({ event_types: ["invoice.*"] });
  await db().updateTable("subscriptions").set({ filter_config }).where("id", "=", subscription).execute();
  expect(await replay(uid)).toEqual({ deliveries: 1, reason: null });
  expect(await routed(uid)).toMatchObject({
    status: "Success",
    status_reason: "",
    status_code: null,
    endpoints: [endpointId],
  });
  await until(() => receiver.got.length === 1);
  expect(receiver.got[0]?.body.toString()).toBe('{"amount":42}');
  expect(await eventsOf()).toEqual({ accepted: 1, duplicates: 0, discarded: 0, failed: 0, pending: 0, routed: 1 });
});

it("delivers to destinations that lack it, and to the others only when forced", async () => {
  await bench.subscribe(projectId, endpointId);
  const broadcast = { target: { broadcast: true } } as const;
  const { uid } = await engines.recorder.record(eventFor(projectId, endpointId, broadcast));
  await until(async () => (await bench.deliveries(projectId))[0]?.status === "Success");
  expect(await replay(uid)).toMatchObject({ deliveries: 0, reason: { code: "already_delivered" } });
  expect(await routed(uid)).toMatchObject({ status: "Success", endpoints: [endpointId] });

  const late = await bench.endpoint(projectId, `${receiver.url}/late`);
  await bench.subscribe(projectId, late);
  expect(await replay(uid)).toEqual({ deliveries: 1, reason: null });
  await until(async () => (await bench.deliveries(projectId)).every((row) => row.status === "Success"));
  expect(receiver.got.map((got) => got.url)).toEqual(["/hook", "/hook/late"]);

  expect(await replay(uid, true)).toEqual({ deliveries: 2, reason: null });
  await until(() => receiver.got.length === 4);
  expect(new Set(receiver.got.map((got) => got.headers["webhook-id"])).size).toBe(4);
  expect(await eventsOf()).toMatchObject({ accepted: 1, discarded: 0, routed: 1 });
});

it("delivers anew what was discarded at an inactive endpoint, or failed for good", async () => {
  await bench.subscribe(projectId, endpointId);
  await db().updateTable("endpoints").set({ status: "inactive" }).where("id", "=", endpointId).execute();
  const { uid, reason } = await engines.recorder.record(eventFor(projectId, endpointId));
  expect(reason?.code).toBe("endpoint_inactive");
  await db().updateTable("endpoints").set({ status: "active" }).where("id", "=", endpointId).execute();
  expect(await replay(uid)).toEqual({ deliveries: 1, reason: null });
  await until(() => receiver.got.length === 1);
});

it("keeps a delivered event as Success if nothing takes it any more", async () => {
  await bench.subscribe(projectId, endpointId);
  const { uid } = await engines.recorder.record(eventFor(projectId, endpointId, { target: { broadcast: true } }));
  await until(() => receiver.got.length === 1);
  await db().deleteFrom("subscriptions").where("project_id", "=", projectId).execute();
  expect(await replay(uid)).toMatchObject({ deliveries: 0, reason: { code: "no_subscription" } });
  expect(await routed(uid)).toMatchObject({ status: "Success", endpoints: [endpointId] });
  expect(await bench.deliveries(projectId)).toHaveLength(1);
});

it("is a conflict for a duplicate and during routing, and not found without an event", async () => {
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
