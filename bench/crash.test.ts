import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Cleanup } from "@/bench/cleanup";
import { ensureBuilt } from "@/bench/copy";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";

const BUILD_MS = 300_000;
const TEST_MS = 120_000;
const WAIT = { timeout: 30_000, interval: 20 };

let cleanup = new Cleanup();

beforeAll(() => ensureBuilt(), BUILD_MS);
afterEach(async () => {
  await cleanup.run();
  cleanup = new Cleanup();
});

describe.each(["server", "everything"] as const)("after kill -9 of %s under load", (what) => {
  it("delivers every event that was acknowledged", { timeout: TEST_MS }, async () => {
    const stage = await setStage(cleanup);
    const { copy, load, receiver } = stage;
    // Nothing is answered before the crash: what was accepted by then is leased, under way or waiting, none is done.
    await receiver.call("answerWith", "hold");
    const target = { url: stage.ingestUrl };
    const running = load.call("run", { target, firstNumber: 0, connections: 32, seconds: 60, rate: 1_000 });
    await expect.poll(() => load.call("accepted"), WAIT).toBeGreaterThan(1_000);

    await copy.kill(what);
    const acceptedBefore = await load.call("accepted");
    await expect.poll(() => receiver.call("held"), WAIT).toBe(0);
    await receiver.call("answerWith", 200);
    expect(await receiver.call("progress")).toBe(0);
    await copy.restart();
    await expect.poll(() => load.call("accepted"), WAIT).toBeGreaterThan(acceptedBefore + 500);
    await load.call("stop");
    const result = await running;

    await waitUntilSettled(stage, 60_000);
    const completeness = await checkCompleteness(stage, [result]);
    const { accepted } = completeness;
    expect(accepted).toBeGreaterThan(acceptedBefore);
    expect(completeness).toMatchObject({ delivered: accepted, waiting: 0, failed: 0, discarded: 0, lost: 0 });
  });
});
