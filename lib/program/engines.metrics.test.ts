import { register } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { declareMetrics } from "@/lib/api/metrics";
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
  declareMetrics();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
});

/** The value of a sample; 0 where it has none yet. */
async function read(sample: string): Promise<number> {
  const line = (await register.metrics()).split("\n").find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1) ?? 0);
}

/** By how much samples grew. */
async function growth(samples: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await Promise.all(samples.map(read));
  await work();
  const after = await Promise.all(samples.map(read));
  return after.map((value, at) => value - (before[at] ?? 0));
}

const ended = (status: string) =>
  until(async () => (await bench.deliveries(projectId)).every((delivery) => delivery.status === status) || null);

describe("the metrics", () => {
  it("count an event from its commit to its delivery", async () => {
    await bench.subscribe(projectId, endpointId);
    const grown = await growth(
      [
        'hookyard_events_committed_total{outcome="routed"}',
        "hookyard_deliveries_created_total",
        "hookyard_commit_seconds_count",
        "hookyard_commit_events_sum",
        'hookyard_attempts_total{destination="endpoint",outcome="success",result="2xx"}',
        "hookyard_attempt_seconds_count",
        'hookyard_deliveries_finished_total{status="Success"}',
        "hookyard_delivery_seconds_count",
        "hookyard_settle_attempts_sum",
      ],
      async () => {
        await engines.recorder.record(eventFor(projectId, endpointId));
        await ended("Success");
      },
    );
    expect(grown).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it("tell a failed attempt by its cause, and that no delivery has ended", async () => {
    await bench.subscribe(projectId, endpointId);
    receiver.answer = () => ({ status: 503 });
    const grown = await growth(
      [
        'hookyard_attempts_total{destination="endpoint",outcome="retry",result="5xx"}',
        'hookyard_deliveries_finished_total{status="Failure"}',
        "hookyard_delivery_seconds_count",
      ],
      async () => {
        await engines.recorder.record(eventFor(projectId, endpointId));
        await ended("Retry");
      },
    );
    expect(grown).toEqual([1, 0, 0]);
  });

  it("tell duplicates and events that go nowhere from those that are sent", async () => {
    await bench.subscribe(projectId, endpointId, { event_types: ["order.*"] });
    const event = eventFor(projectId, endpointId, { idempotencyKey: "order-1" });
    const grown = await growth(
      [
        'hookyard_events_committed_total{outcome="unsent"}',
        'hookyard_events_committed_total{outcome="duplicate"}',
        "hookyard_deliveries_created_total",
      ],
      async () => {
        await engines.recorder.record(event);
        await engines.recorder.record(event);
      },
    );
    expect(grown).toEqual([1, 1, 0]);
  });

  it("show what the process holds, and no pool of the database that is exhausted", async () => {
    const text = await register.metrics();
    expect(text).toMatch(/^hookyard_pool_connections\{(server="[^"]+",)?pool="ingest",state="(used|idle)"\} [1-9]/m);
    expect(text).toMatch(/^hookyard_pool_waiting\{pool="work"\} 0$/m);
    expect(text).toMatch(/^hookyard_attempts_in_flight 0$/m);
    expect(text).toMatch(/^hookyard_snapshots [1-9]/m);
    expect(text).toMatch(/^hookyard_build_info\{version="[\d.]+"\} 1$/m);
  });

  it("show a pool of the database that is exhausted, and who waits for it, until there is room", async () => {
    const { pool } = bench.database.db;
    const { max } = pool.options;
    const lent = await Promise.all(Array.from({ length: max }, () => pool.connect()));
    const waiting = pool.connect();
    expect(await read('hookyard_pool_connections_allowed{pool="pages"}')).toBe(max);
    expect(await read('hookyard_pool_connections{pool="pages",state="used"}')).toBe(max);
    expect(await read('hookyard_pool_waiting{pool="pages"}')).toBe(1);
    for (const client of lent) client.release();
    (await waiting).release();
    expect(await read('hookyard_pool_waiting{pool="pages"}')).toBe(0);
  });
});
