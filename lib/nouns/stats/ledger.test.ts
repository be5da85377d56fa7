import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cancelDelivery } from "@/lib/nouns/deliveries/cancel";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import { deactivateEndpoint } from "@/lib/nouns/endpoints/transitions";
import { readLedger } from "@/lib/nouns/stats/ledger";
import { countDeliveriesByStatus, readEndpointStats } from "@/lib/nouns/stats/queries";
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
  projectId = await bench.project("outgoing", { disable_on_gone: false });
  endpointId = await bench.endpoint(projectId, receiver.url);
});

const ctx = () => bench.context(projectId);
const ledger = () => readLedger(ctx(), { endpointId: [] });
const counts = () => countDeliveriesByStatus(ctx(), { endpointId: [] });
const balanceOf = async () => {
  const { deliveries } = await ledger();
  expect(deliveries.balanced).toBe(true);
  return deliveries;
};

describe("the ledger", () => {
  it("balances through every course of a delivery, and at every moment in between", async () => {
    await bench.subscribe(projectId, endpointId);
    const other = await bench.endpoint(projectId, `${receiver.url}/other`);
    await bench.subscribe(projectId, other, { event_types: ["order.*"] });
    receiver.answer = ({ body }) => ({ status: body.toString().includes("bad") ? 410 : 200 });
    let watching = true;
    const watch = (async () => {
      while (watching) for (const balance of (await ledger()).endpoints) expect(balance.balanced).toBe(true);
    })();
    const send = (text: string) =>
      engines.recorder.record(eventFor(projectId, endpointId, { payload: Buffer.from(`"${text}"`) }));
    await Promise.all(Array.from({ length: 40 }, (_, i) => send(i % 4 === 0 ? "bad" : "good")));
    await until(async () => (await balanceOf()).waiting === 0);
    expect(await balanceOf()).toMatchObject({ accepted: 40, delivered: 30, failed: 10, discarded: 0 });
    expect(await counts()).toMatchObject({ Success: 30, Failure: 10, Scheduled: 0, Processing: 0, Retry: 0 });

    const [failed] = (await bench.deliveries(projectId)).filter((row) => row.status === "Failure");
    receiver.answer = () => ({ status: 200 });
    await resendDelivery(ctx(), failed?.id ?? "", { force: false });
    await until(async () => (await balanceOf()).delivered === 31);

    receiver.answer = () => ({ status: 500 });
    await send("waits");
    const retry = await until(async () => (await bench.deliveries(projectId)).find((row) => row.status === "Retry"));
    await until(() =>
      cancelDelivery(ctx(), retry.id).then(
        () => true,
        () => false,
      ),
    );
    expect(await balanceOf()).toMatchObject({ accepted: 41, delivered: 31, failed: 9, discarded: 1, waiting: 0 });

    await deactivateEndpoint(ctx(), endpointId);
    await send("to nobody");
    expect(await balanceOf()).toMatchObject({ accepted: 42, discarded: 2 });
    await engines.recorder.record(eventFor(projectId, other));
    await engines.recorder.record(eventFor(projectId, endpointId, { idempotencyKey: "k" }));
    await engines.recorder.record(eventFor(projectId, endpointId, { idempotencyKey: "k" }));
    watching = false;
    await watch;
    expect((await ledger()).events).toEqual({
      accepted: 45,
      duplicates: 1,
      discarded: 1,
      failed: 0,
      pending: 0,
      routed: 43,
    });
    expect((await readLedger(ctx(), { endpointId: [other] })).endpoints).toEqual([]);

    const stats = await readEndpointStats(ctx(), endpointId, {});
    expect(stats).toMatchObject({ succeeded: 31, failed: 9, discarded: 3, waiting: 0 });
    expect(stats.attempts - stats.attempts_failed).toBe(31);
    expect(stats.latency.sample).toBeGreaterThanOrEqual(stats.attempts);
    expect(stats.latency.p50_ms).toBeLessThanOrEqual(stats.latency.max_ms ?? 0);
  });

  it("shows a lost delivery", async () => {
    bench.tamperWith(projectId);
    await bench.subscribe(projectId, endpointId);
    await bench.database.db.updateTable("endpoints").set({ status: "paused" }).where("id", "=", endpointId).execute();
    await engines.recorder.record(eventFor(projectId, endpointId));
    expect(await balanceOf()).toMatchObject({ accepted: 1, waiting: 1 });
    await bench.database.db.deleteFrom("delivery_queue").where("project_id", "=", projectId).execute();
    const { deliveries, endpoints } = await ledger();
    expect([deliveries.balanced, endpoints[0]?.balanced]).toEqual([false, false]);
  });
});
