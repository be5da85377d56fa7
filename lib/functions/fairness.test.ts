import { execFile } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createFunctionRunner, type FunctionRunnerOptions } from "@/lib/functions/function-runner";

const LOOP = "function transform() { for (;;); }";
// Walks natively over 2^53 keys that are not there.
const NATIVE_LOOP = "function transform() { return [].indexOf.call({ length: 2 ** 53 - 1 }, 1); }";
/** One loop after another, each for its CPU time, however little of it the machine gives. */
const QUICK = "function transform(payload) { return payload; }";

function start(options: FunctionRunnerOptions = {}) {
  const runner = createFunctionRunner(options);
  onTestFinished(() => runner.close());
  return runner;
}

test.each([
  ["that the engine interrupts", LOOP],
  ["that only the end of its thread stops", NATIVE_LOOP],
])("a loop %s holds up no call of another queue", async (_name, source) => {
  const runner = start({ patienceMs: 100_000, waitMs: 100_000 });
  let stopped = 0;
  const loops = Array.from({ length: 3 }, async (_, queue) => {
    const outcome = await runner.run({ source, argument: 1, queue: `loop ${queue}`, timeMs: 1_500 });
    stopped++;
    return outcome;
  });
  for (let i = 0; i < 30; i++) {
    expect(await runner.run({ source: QUICK, argument: i, queue: "quick" })).toMatchObject({ ok: true, value: i });
  }
  expect(stopped).toBe(0);
  for (const outcome of await Promise.all(loops)) expect(outcome).toMatchObject({ ok: false, reason: "timeout" });
});

test("a loop that is called again and again keeps no more than one thread from the others", async () => {
  const runner = start({ timeoutsInARow: 100, waitMs: 60_000 });
  const loops = Array.from({ length: 6 }, (_, i) =>
    runner.run({ source: LOOP, argument: 1, queue: `loop ${i % 2}`, timeMs: 300 }),
  );
  const slowest: number[] = [];
  let looping = true;
  const all = Promise.all(loops).finally(() => {
    looping = false;
  });
  while (looping) {
    const startedAt = performance.now();
    await runner.run({ source: QUICK, argument: 1, queue: "quick" });
    slowest.push(performance.now() - startedAt);
  }
  for (const outcome of await all) expect(outcome).toMatchObject({ reason: "timeout" });
  expect(slowest.length).toBeGreaterThan(100);
  // At first nothing is known of the queues; a spare thread comes to help.
  expect(slowest.toSorted((a, b) => a - b).at(Math.floor(slowest.length * 0.95))).toBeLessThan(300);
});

test("a queue that timed out several times in a row is refused at once for a time, then tried again", async () => {
  const runner = start({ timeoutsInARow: 2, suspendMs: 1_500 });
  const source = "function transform(payload) { while (payload.loop); return 'fine'; }";
  const run = (loop: boolean) => runner.run({ source, argument: { loop }, queue: "source 1", timeMs: 100 });
  const [first, second, third] = await Promise.all([run(true), run(true), run(false)]);
  expect([first, second]).toMatchObject([{ reason: "timeout" }, { reason: "timeout" }]);
  expect(third).toMatchObject({
    ok: false,
    reason: "suspended",
    message: expect.stringMatching(/several times in a row/),
  });
  expect(await run(false)).toMatchObject({ reason: "suspended" });
  expect(await runner.run({ source, argument: {}, queue: "source 2" })).toMatchObject({ ok: true });
  await expect.poll(() => run(false), { interval: 100 }).toMatchObject({ ok: true, value: "fine" });
  expect(await run(false)).toMatchObject({ ok: true });
});

test("what waits too long is told so", async () => {
  const runner = start({ waitMs: 300 });
  // Starting the threads may take longer than that.
  await expect.poll(() => runner.run({ source: QUICK, argument: 1 })).toMatchObject({ ok: true });
  const loop = runner.run({ source: LOOP, argument: 1, queue: "one" });
  // What is called at the same time shares its turn.
  await setImmediate();
  const behind = await runner.run({ source: QUICK, argument: 1, queue: "one" });
  expect(behind).toMatchObject({ reason: "overloaded", message: expect.stringMatching(/waited 300 ms/) });
  expect(await loop).toMatchObject({ reason: "timeout" });
});

test("an idle runner does not keep the process alive", async () => {
  const file = fileURLToPath(new URL("./function-runner.ts", import.meta.url));
  const code = `
    import { createFunctionRunner } from ${JSON.stringify(file)};
    const outcome = await createFunctionRunner().run({ source: "function transform(p) { return p; }", argument: 1 });
    console.log(JSON.stringify(outcome.value));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", code],
    {
      timeout: 20_000,
    },
  );
  expect(stdout.trim()).toBe("1");
});

test("closing ends what runs and what waits, and refuses what comes", async () => {
  const runner = start();
  const calls = [LOOP, LOOP, QUICK].map((source) => runner.run({ source, argument: 1, queue: "one" }));
  await runner.close();
  for (const outcome of await Promise.all(calls)) expect(outcome).toMatchObject({ ok: false, reason: "unavailable" });
  expect(await runner.run({ source: QUICK, argument: 1 })).toMatchObject({ reason: "unavailable" });
});

test.each([
  ["that the engine interrupts", "for (;;);"],
  ["that only the end of its thread stops", "[].indexOf.call({ length: 2 ** 53 - 1 }, 1);"],
  ["in which the engine tells nothing", '"a".repeat(4e6).indexOf("a".repeat(2e6) + "b");'],
])("around a loop %s all others of its queue are run all the same", async (_name, loop) => {
  const runner = start();
  const source = `function transform(payload) { if (payload === "loop") { ${loop} } return payload; }`;
  await runner.run({ source, argument: 0 });
  const answers = await Promise.all(
    [1, 2, 3, "loop", 4, 5, 6].map((argument) => runner.run({ source, argument, timeMs: 200 })),
  );
  expect(answers.map((answer) => (answer.ok ? answer.value : answer.reason))).toEqual([1, 2, 3, "timeout", 4, 5, 6]);
});

test("calls that are done do not wait for the answer of a loop behind them in their turn", async () => {
  const runner = start({ patienceMs: 100_000 });
  const source = `function transform(payload) { while (payload === "loop"); return payload; }`;
  await runner.run({ source, argument: 0 });
  const ended: unknown[] = [];
  const answers = [1, 2, "loop"].map(async (argument) => {
    await runner.run({ source, argument, timeMs: 1_000 });
    ended.push(argument);
  });
  await Promise.all(answers.slice(0, 2));
  expect(ended).toEqual([1, 2]);
  await answers[2];
});
