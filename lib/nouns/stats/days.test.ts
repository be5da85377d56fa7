import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { inTransaction } from "@/lib/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { durationClassOf } from "@/lib/queue/attempt-classes";
import { foldCounters } from "@/lib/queue/fold-counters";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const HOUR_MS = 3_600_000;
const read = (ids: readonly string[]) => project.ask("GET", `/stats/endpoints?endpointId=${ids.join(",")}`);

it("tells the attempts of 24 hours by the hour and what waits, folded or not", async () => {
  const busy = await project.endpoint();
  const idle = await project.endpoint();
  const now = Date.now();
  const base = { project_id: project.id, destination_id: busy };
  await bench.services.db
    .insertInto("endpoint_stat_deltas")
    .values([
      { ...base, minute: new Date(now), deliveries: 4, succeeded: 1, attempts: 4, attempts_failed: 3 },
      { ...base, minute: new Date(now - 23 * HOUR_MS), deliveries: 2, succeeded: 2, attempts: 2 },
      { ...base, minute: new Date(now - 25 * HOUR_MS), deliveries: 9, succeeded: 7, failed: 1, attempts: 9 },
    ])
    .execute();
  const look = async () => (await read([busy, idle])).body.data;
  const before = await look();
  expect(before.endpoints).toEqual([
    {
      endpoint_id: idle,
      attempts: Array(24).fill(0),
      attempts_failed: Array(24).fill(0),
      success_rate: null,
      p95_ms: null,
      waiting: 0,
    },
    {
      endpoint_id: busy,
      attempts: [2, ...Array(22).fill(0), 4],
      attempts_failed: [...Array(23).fill(0), 3],
      success_rate: 50,
      p95_ms: null,
      waiting: 4,
    },
  ]);
  await inTransaction(bench.services.db.pool, foldCounters);
  expect((await look()).endpoints).toEqual(before.endpoints);
});

it("tells how long the attempts of 24 hours took", async () => {
  const endpointId = await project.endpoint();
  const took = (duration: number, attempts: number) => ({
    project_id: project.id,
    destination_id: endpointId,
    minute: new Date(),
    attempts,
    answer: 0,
    duration: durationClassOf(duration),
  });
  await bench.services.db
    .insertInto("endpoint_stat_deltas")
    .values([took(100, 94), took(900, 6)])
    .execute();
  const look = async () => (await read([endpointId])).body.data.endpoints[0].p95_ms;
  const before = await look();
  expect(before).toBeGreaterThan(700);
  expect(before).toBeLessThan(1_010);
  await inTransaction(bench.services.db.pool, foldCounters);
  expect(await look()).toBe(before);
});

it("tells the deliveries of subscriptions and the events of sources by the hour, folded or not", async () => {
  const here = await bench.project("incoming");
  const sourceId = await here.source();
  const endpointId = await here.endpoint();
  const subscriptionId = await here.subscription({ source_id: sourceId, endpoint_id: endpointId });
  const now = new Date();
  const { db } = bench.services;
  const base = { project_id: here.id, destination_id: endpointId, minute: now };
  await db
    .insertInto("endpoint_stat_deltas")
    .values([
      { ...base, subscription_id: subscriptionId, deliveries: 3, succeeded: 1 },
      { ...base, subscription_id: subscriptionId, attempts: 2, attempts_failed: 1, answer: 3, duration: 9 },
      { ...base, deliveries: 8 },
    ])
    .execute();
  await db
    .insertInto("event_stat_deltas")
    .values([
      { project_id: here.id, source_id: sourceId, minute: now, accepted: 5 },
      { project_id: here.id, minute: now, accepted: 9 },
    ])
    .execute();
  const hours = (last: number) => [...Array(23).fill(0), last];
  const look = async () => {
    const [subscription] = (await here.ask("GET", `/stats/subscriptions?subscriptionId=${subscriptionId}`)).body.data
      .subscriptions;
    const [source] = (await here.ask("GET", `/stats/sources?sourceId=${sourceId}`)).body.data.sources;
    expect(subscription).toMatchObject({ deliveries: hours(3), attempts: hours(2), success_rate: 50, waiting: 2 });
    const listening = { state: "listening", error: null };
    expect(source).toEqual({ source_id: sourceId, events: hours(5), refused: 0, last_event_at: null, ...listening });
    const of = async (query: string) => (await here.ask("GET", `/stats?${query}`)).body.data.series.at(-1);
    expect(await of(`sourceId=${sourceId}`)).toMatchObject({ deliveries: 3, events: 5 });
    expect(await of(`subscriptionId=${subscriptionId}`)).toMatchObject({ deliveries: 3, events: null });
    expect(await of(`subscriptionId=${newId()}`)).toMatchObject({ deliveries: 0, attempts: 0 });
  };
  await look();
  await inTransaction(db.pool, foldCounters);
  await look();
});

it("tells why a source that is read is not connected, while a copy reads it", async () => {
  const here = await bench.project("incoming");
  const sourceId = await here.source({
    type: "rest_api",
    rest_api: { url: "https://shop.example.com/orders", interval_seconds: 30 },
  });
  const read = async () => {
    const [source] = (await here.ask("GET", `/stats/sources?sourceId=${sourceId}`)).body.data.sources;
    return [source.state, source.error];
  };
  expect(await read()).toEqual(["waiting", null]);
  const report = async (state: "retrying" | "connected", lease_until: Date) => {
    const told = { state, lease_until, worker_id: newId(), last_error: "The API answered with 401." };
    await bench.services.db
      .insertInto("source_consumers")
      .values({ project_id: here.id, source_id: sourceId, ...told })
      .onConflict((conflict) => conflict.columns(["project_id", "source_id"]).doUpdateSet(told))
      .execute();
  };
  await report("retrying", new Date(Date.now() + 60_000));
  expect(await read()).toEqual(["retrying", "The API answered with 401."]);
  await report("connected", new Date(Date.now() + 60_000));
  expect(await read()).toEqual(["connected", null]);
  await report("retrying", new Date(Date.now() - 1));
  expect(await read()).toEqual(["waiting", null]);
});

it("leaves out what does not exist or is another project's, and takes a hundred at most", async () => {
  const stranger = await bench.project("outgoing");
  expect((await read([await stranger.endpoint(), newId()])).body.data.endpoints).toEqual([]);
  const { status, body } = await read(Array.from({ length: 101 }, () => newId()));
  expect([status, body.error.fields[0].path]).toEqual([422, "endpointId"]);
  const all = (await project.ask("GET", "/stats/endpoints")).body.data.endpoints;
  expect(all).toHaveLength(3);
});
