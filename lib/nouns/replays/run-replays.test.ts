import { afterAll, beforeAll, expect, it } from "vitest";
import { createReplay, runReplay } from "@/lib/nouns/replays/mutations";
import { getReplay } from "@/lib/nouns/replays/queries";
import { CreateReplay } from "@/lib/nouns/replays/schemas";
import { readLedger } from "@/lib/nouns/stats/ledger";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let receiver: Receiver;
beforeAll(async () => {
  bench = await EngineBench.open();
  receiver = await new Receiver().open();
});
afterAll(async () => {
  await bench.close();
  receiver.close();
});

it("replays failed deliveries each once, continuing on another copy where the first one stopped", async () => {
  const projectId = await bench.project("outgoing", { disable_on_gone: false });
  const endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
  const ctx = bench.context(projectId);
  const first = await bench.start();
  receiver.answer = () => ({ status: 410 });
  await Promise.all(Array.from({ length: 15 }, () => first.recorder.record(eventFor(projectId, endpointId))));
  await until(async () => (await bench.deliveries(projectId)).every((row) => row.status === "Failure"));

  receiver.answer = () => ({ status: 200 });
  const { uid } = await createReplay(ctx, CreateReplay.parse({ rate_per_second: 10 }));
  await runReplay(ctx, uid);
  await until(async () => (await getReplay(ctx, uid)).progress.resent > 0);
  await first.stop();
  const { progress, status } = await getReplay(ctx, uid);
  expect([status, progress.resent < 15]).toEqual(["Running", true]);

  await bench.start("worker");
  await until(async () => (await getReplay(ctx, uid)).status === "Completed");
  await until(async () => (await bench.deliveries(projectId)).every((row) => row.status === "Success"));
  expect(receiver.got).toHaveLength(30);
  const { deliveries } = await readLedger(ctx, { endpointId: [] });
  expect(deliveries).toEqual({ accepted: 15, delivered: 15, waiting: 0, failed: 0, discarded: 0, balanced: true });
});
