import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onePool } from "@/lib/db/placement/shards";
import { createFunctionRunner } from "@/lib/functions/function-runner";
import { GroupCommit } from "@/lib/intake/group-commit";
import { RouteAhead } from "@/lib/intake/route-ahead";
import { newId } from "@/lib/kernel/ids";
import { EngineBench, eventFor, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

const runner = createFunctionRunner();
let gate: Promise<unknown> = Promise.resolve();
let runs = 0;
let latest: Promise<unknown>;
let bench: EngineBench;
let snapshots: SnapshotCache;
/** Runs without a router, so that events of the inbox stay there. */
let recorder: GroupCommit;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  const { pool } = bench.database.db;
  snapshots = new SnapshotCache(onePool(pool), testBox);
  recorder = new GroupCommit(pool, snapshots);
  await runner.run({ source: "function transform() { return 1; }", argument: null });
});
afterAll(async () => {
  await recorder.close();
  await runner.close();
  await bench.close();
});
beforeEach(async () => {
  projectId = await bench.project("incoming");
  endpointId = await bench.endpoint(projectId, "http://127.0.0.1:9/");
  gate = Promise.resolve();
  runs = 0;
  recorder.routeAhead = new RouteAhead({
    ...runner,
    run: (call) => {
      runs += 1;
      const running = runner.run(call).then((outcome) => gate.then(() => outcome));
      latest = running;
      return running;
    },
  });
});

async function source(body_function: string): Promise<string> {
  const id = newId();
  const { db } = bench.database;
  const values = { project_id: projectId, id, mask_id: id, name: id, type: "http" as const, body_function };
  await db.insertInto("sources").values(values).execute();
  const subscription = await bench.subscribe(projectId, endpointId);
  await db.updateTable("subscriptions").set({ source_id: id }).where("id", "=", subscription).execute();
  snapshots.forget(projectId);
  await snapshots.get(projectId);
  return id;
}
const send = (sourceId: string) =>
  recorder.record(eventFor(projectId, "", { target: null, sourceId, payload: Buffer.from('{"amount":42}') }));
const stored = async ({ uid }: { uid: string }) => {
  const { db } = bench.database;
  const event = await db.selectFrom("events").select(["status"]).where("id", "=", uid).executeTakeFirstOrThrow();
  const deliveries = await db.selectFrom("event_deliveries").select("payload").where("event_id", "=", uid).execute();
  const inbox = await db.selectFrom("routing_queue").select("event_id").where("event_id", "=", uid).execute();
  return { ...event, bodies: deliveries.map(({ payload }) => payload?.toString()), waits: inbox.length > 0 };
};
const IN_INBOX = { status: "Pending", bodies: [], waits: true };

it("commits an event whose function is quick together with its deliveries", async () => {
  const id = await source("function transform(payload) { return { amount: payload.amount + 1 }; }");
  const done = await until(async () => {
    const found = await stored(await send(id));
    // Tries again in case the machine was too busy for a moment.
    return found.status === "Success" && found;
  });
  expect(done).toEqual({ status: "Success", bodies: ['{"amount":43}'], waits: false });
});

it("lets no other event wait for a function that loops, and leaves that event to the router", async () => {
  const looping = await source("function transform() { for (;;); }");
  const plain = await source("");
  const order: string[] = [];
  const loops = send(looping).finally(() => order.push("looping"));
  await Promise.all([send(plain), send(plain)]).finally(() => order.push("plain"));
  expect(await stored(await loops)).toEqual(IN_INBOX);
  expect(order).toEqual(["plain", "looping"]);
  // The next events from there go to the inbox at once.
  expect(await stored(await send(looping))).toEqual(IN_INBOX);
  expect(runs).toBe(1);
});

it("runs a quick function ahead again as soon as it is known that only the machine was slow", async () => {
  const id = await source("function transform(payload) { return { amount: payload.amount + 1 }; }");
  let open = () => {};
  gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  expect(await stored(await send(id))).toEqual(IN_INBOX);
  expect(await stored(await send(id))).toEqual(IN_INBOX);
  expect(runs).toBe(1);
  open();
  await latest;
  await setImmediate();
  await send(id);
  expect(runs).toBe(2);
});

it("discards what functions made of an event under a configuration that has changed since", async () => {
  const id = await source("function transform() { return 'old'; }");
  let open = () => {};
  gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const sent = send(id);
  await bench.database.db
    .updateTable("sources")
    .set({ body_function: "function transform() { return 'new'; }" })
    .where("id", "=", id)
    .execute();
  snapshots.forget(projectId);
  open();
  expect(await stored(await sent)).toEqual(IN_INBOX);
});
