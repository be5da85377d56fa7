import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Cleanup } from "@/bench/cleanup";
import { ensureBuilt } from "@/bench/copy";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { type Stage, setStage } from "@/bench/stage";

const BUILD_MS = 300_000;
const TEST_MS = 600_000;
const WAIT = { timeout: 150_000, interval: 50 };
const CONNECTIONS = 64;

let cleanup = new Cleanup();

beforeAll(() => ensureBuilt(), BUILD_MS);
afterEach(async () => {
  await cleanup.run();
  cleanup = new Cleanup();
});

describe.each(["server", "everything"] as const)("after kill -9 of %s under load", (what) => {
  it("delivers every acknowledged event", { timeout: TEST_MS }, async () => {
    const stage = await setStage(cleanup);
    const { copy, load, receiver } = stage;
    const accepted = async () => (await load.call("progress")).accepted;
    // Nothing is answered before the crash: every accepted event is leased, in flight or waiting, none is done.
    await receiver.call("answerWith", "hold");
    const { target } = stage;
    const running = load.call("run", { target, firstNumber: 0, connections: CONNECTIONS, seconds: 600, rate: "full" });
    await expect.poll(accepted, WAIT).toBeGreaterThan(1_000);
    const resumeDatabase = await freezeDatabase(stage);

    await copy.kill(what);
    resumeDatabase();
    const acceptedBefore = await accepted();
    await expect.poll(() => receiver.call("pending"), WAIT).toBe(0);
    await receiver.call("answerWith", 200);
    expect(await receiver.call("progress")).toBe(0);
    await copy.restart();
    await expect.poll(accepted, WAIT).toBeGreaterThan(acceptedBefore + 500);
    await load.call("stop");
    const result = await running;

    await waitUntilSettled(stage, WAIT.timeout);
    const completeness = await checkCompleteness(stage, [result]);
    const { accepted: all } = completeness;
    expect(all).toBeGreaterThan(acceptedBefore);
    expect(completeness).toMatchObject({ delivered: all, waiting: 0, failed: 0, discarded: 0, lost: 0 });
  });
});

/**
 * Stops the database in the middle of commits, until every request waits for one. A program that acknowledges
 * uncommitted events keeps acknowledging here, and then loses them in the crash.
 */
async function freezeDatabase({ copy, load }: Stage): Promise<() => void> {
  const resume = copy.pauseDatabase();
  const { accepted: atFirst } = await load.call("progress");
  let before = atFirst;
  const isStuck = async () => {
    const { accepted, underway } = await load.call("progress");
    const isStill = accepted === before && underway === CONNECTIONS;
    before = accepted;
    return isStill || accepted > atFirst + 1_000;
  };
  await expect.poll(isStuck, WAIT).toBe(true);
  return resume;
}
