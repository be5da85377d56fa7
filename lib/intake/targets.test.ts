import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEventBatch } from "@/lib/intake/create-batch";
import {
  createBroadcastEvent,
  createDynamicEvent,
  createFanoutEvent,
  createTestEvent,
} from "@/lib/intake/create-event";
import { newId } from "@/lib/kernel/ids";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { RawJson } from "@/lib/wire/raw-json";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;
let mine: string;
let other: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  [mine, other] = [await bench.endpoint(projectId, receiver.url), await bench.endpoint(projectId, `${receiver.url}/2`)];
  await bench.database.db.updateTable("endpoints").set({ owner_id: "acme" }).where("id", "=", mine).execute();
});

const ctx = () => bench.context(projectId);
const content = { event_type: "order.paid", data: RawJson.of({ total: 3 }) };
const endpointsOf = async (uid: string) => {
  const deliveries = await until(async () => {
    const rows = (await bench.deliveries(projectId)).filter((row) => row.event_id === uid);
    return rows.length > 0 && rows.every((row) => row.status === "Success") && rows;
  });
  return deliveries.map((row) => row.endpoint_id).sort();
};

describe("an event created by API", () => {
  it("for an owner reaches the owner's endpoints and no other", async () => {
    for (const endpoint of [mine, other]) await bench.subscribe(projectId, endpoint);
    const { uid } = await createFanoutEvent(ctx(), engines, { owner_id: "acme", ...content });
    expect(await endpointsOf(uid)).toEqual([mine]);
  });

  it("as a broadcast reaches every subscription that matches", async () => {
    await bench.subscribe(projectId, mine, { event_types: ["order.*"] });
    await bench.subscribe(projectId, other, { event_types: ["invoice.*"] });
    const third = await bench.endpoint(projectId, `${receiver.url}/3`);
    await bench.subscribe(projectId, third);
    const { uid } = await createBroadcastEvent(ctx(), engines, content);
    expect(await endpointsOf(uid)).toEqual([mine, third].sort());
  });

  it("reaches no subscription of one source only, and an event of that source does", async () => {
    const sourceId = newId();
    const row = { project_id: projectId, id: sourceId, mask_id: sourceId, name: "orders", type: "pub_sub" as const };
    await bench.database.db.insertInto("sources").values(row).execute();
    const picky = await bench.subscribe(projectId, mine);
    await bench.database.db.updateTable("subscriptions").set({ source_id: sourceId }).where("id", "=", picky).execute();
    await bench.subscribe(projectId, other);
    const byApi = await createBroadcastEvent(ctx(), engines, content);
    expect(await endpointsOf(byApi.uid)).toEqual([other]);
    const origin = { sourceId, message: undefined, headers: {} };
    const fromSource = await createBroadcastEvent(ctx(), engines, { ...content, origin });
    expect(await endpointsOf(fromSource.uid)).toEqual([mine, other].sort());
  });

  it("for an address uses the endpoint that has it, or creates one, and needs no subscription", async () => {
    const first = await createDynamicEvent(ctx(), engines, { url: `${receiver.url}/new`, ...content });
    const second = await createDynamicEvent(ctx(), engines, { url: `${receiver.url}/new`, ...content });
    const third = await createDynamicEvent(ctx(), engines, { url: receiver.url, ...content });
    const made = await endpointsOf(first.uid);
    expect(await endpointsOf(second.uid)).toEqual(made);
    expect(await endpointsOf(third.uid)).toEqual([mine]);
    expect(receiver.got.map((got) => got.url).sort()).toEqual(["/hook", "/hook/new", "/hook/new"]);
  });

  it("for an address follows the subscriptions of its endpoint", async () => {
    await bench.subscribe(projectId, mine, { event_types: ["invoice.*"] });
    const { deliveries, reason } = await createDynamicEvent(ctx(), engines, { url: receiver.url, ...content });
    expect([deliveries, reason?.code]).toEqual([0, "event_type_not_taken"]);
  });
});

describe("a test event", () => {
  const test = (endpointId: string, eventType = "hookyard.test") =>
    createTestEvent(ctx(), engines, { endpointId, eventType });

  it("reaches an outgoing project's endpoint like an event that names it", async () => {
    const { uid, deliveries } = await test(mine);
    expect(deliveries).toBe(1);
    expect(await endpointsOf(uid)).toEqual([mine]);
    expect(JSON.parse(receiver.got[0]?.body.toString() ?? "")).toMatchObject({ endpoint_id: mine });
  });

  it("says that the subscriptions refuse it, and arrives with one of their types", async () => {
    await bench.subscribe(projectId, mine, { event_types: ["order.*"] });
    const refused = await test(mine);
    expect(refused).toMatchObject({ deliveries: 0, reason: { code: "event_type_not_taken" } });
    expect(refused.reason?.message).toContain("taken are order.*");
    expect((await test(mine, "order.test")).deliveries).toBe(1);
    await until(() => receiver.got.length === 1);
  });

  it("to an inactive endpoint says that it is inactive", async () => {
    await bench.database.db.updateTable("endpoints").set({ status: "inactive" }).where("id", "=", mine).execute();
    expect(await test(mine)).toMatchObject({ deliveries: 0, reason: { code: "endpoint_inactive" } });
  });

  it("in an incoming project comes from the source of a subscription, through its functions", async () => {
    projectId = await bench.project("incoming");
    const endpointId = await bench.endpoint(projectId, receiver.url, { name: "orders" });
    const none = await test(endpointId);
    expect(none).toMatchObject({ deliveries: 0, reason: { code: "no_subscription" } });
    expect(none.reason?.message).toBe("No subscription leads to the endpoint orders. Create one.");

    const source_id = newId();
    const body_function = "function transform(payload) { return { ...payload, seen: true }; }";
    const source = { project_id: projectId, id: source_id, mask_id: source_id, name: "shop", type: "http" as const };
    const { db } = bench.database;
    await db
      .insertInto("sources")
      .values({ ...source, body_function })
      .execute();
    const subscription = await bench.subscribe(projectId, endpointId);
    await db.updateTable("subscriptions").set({ source_id }).where("id", "=", subscription).execute();
    const { uid } = await test(endpointId);
    expect(await endpointsOf(uid)).toEqual([endpointId]);
    expect(JSON.parse(receiver.got[0]?.body.toString() ?? "")).toMatchObject({ seen: true });
  });
});

describe("a batch", () => {
  it("answers each item separately, in order, and commits the good ones", async () => {
    for (const endpoint of [mine, other]) await bench.subscribe(projectId, endpoint);
    const { accepted, refused, results } = await createEventBatch(ctx(), engines, {
      events: [
        { endpoint_id: mine, ...content, idempotency_key: "k" },
        { endpoint_id: mine, ...content, idempotency_key: "k" },
        { endpoint_id: "nobody", ...content },
        { owner_id: "acme", ...content },
        { ...content, extra: 1 },
        "not an event",
        { event_type: "x\u0000y", data: 1 },
        content,
      ],
    });
    expect({ accepted, refused }).toEqual({ accepted: 4, refused: 4 });
    expect(results.map((result) => result.status)).toEqual([201, 201, 422, 201, 422, 422, 422, 201]);
    expect(results.map((result) => result.is_duplicate_event)).toEqual([false, true, ...Array(6).fill(false)]);
    expect(results.map((result) => result.deliveries)).toEqual([1, 0, 0, 1, 0, 0, 0, 2]);
    expect(results[1]?.reason?.code).toBe("duplicate");
    expect(results[4]?.error?.fields).toEqual([{ path: "extra", message: "Unknown field." }]);
    expect(await endpointsOf(results[7]?.uid ?? "")).toEqual([mine, other].sort());
  });

  it("in an incoming project is a conflict", async () => {
    const incoming = bench.context(await bench.project("incoming"));
    await expect(createEventBatch(incoming, engines, { events: [content] })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});
