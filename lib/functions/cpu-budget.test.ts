import { expect, onTestFinished, test } from "vitest";
import { keepBusy } from "@/lib/functions/busy-machine.fixture";
import { createFunctionRunner, type FunctionRunnerOptions } from "@/lib/functions/function-runner";
import { judgeOverrun } from "@/lib/functions/overrun";

function start(options: FunctionRunnerOptions = {}) {
  const runner = createFunctionRunner(options);
  onTestFinished(() => runner.close());
  return runner;
}

const count = (rounds: number) =>
  `function transform() { let n = 0; for (let i = 0; i < ${rounds}; i++) n += i % 7; return n; }`;

test("a busy machine takes nothing of a function's time: it is CPU time", async () => {
  const runner = start({ patienceMs: 100_000, waitMs: 100_000 });
  const alone = await runner.run({ source: count(1e6), argument: 1 });
  expect(alone).toMatchObject({ ok: true });
  // Half of what it may use, which takes many times as long among the loops.
  const timeMs = alone.durationMs * 2;
  onTestFinished(await keepBusy(8));
  const outcomes = [];
  for (let i = 0; i < 5; i++) outcomes.push(await runner.run({ source: count(1e6), argument: 1, timeMs }));
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
});

test.each([
  ["that the engine interrupts", "for (;;);"],
  ["that only the end of its thread stops", "[].indexOf.call({ length: 2 ** 53 - 1 }, 1);"],
])("a loop %s is stopped on a busy machine too, by what it burned itself", async (_name, loop) => {
  const runner = start({ patienceMs: 100_000 });
  onTestFinished(await keepBusy(4));
  const outcome = await runner.run({ source: `function transform() { ${loop} }`, argument: 1, timeMs: 200 });
  expect(outcome).toMatchObject({ reason: "timeout", message: expect.stringMatching(/ran longer than 200 ms of CPU/) });
  expect(outcome.durationMs).toBeGreaterThan(200);
  expect(await runner.run({ source: count(1), argument: 1 })).toMatchObject({ ok: true });
});

test("what did not get its time for too long is given up as starved, which is not its fault", async () => {
  const runner = start({ patienceMs: 300 });
  const outcome = await runner.run({ source: "function transform() { for (;;); }", argument: 1, timeMs: 60_000 });
  expect(outcome).toMatchObject({ reason: "starved", message: expect.stringMatching(/not run to its end/) });
  expect(await runner.run({ source: count(1), argument: 1 })).toMatchObject({ ok: true });
});

test.each([
  ["burned its time and more", { sinceMs: 1_300, cpuMs: 1_200 }, "timeout"],
  ["is about to be stopped by the engine", { sinceMs: 1_300, cpuMs: 1_050 }, "wait"],
  ["got hardly any of the processor", { sinceMs: 9_000, cpuMs: 40 }, "wait"],
  ["got hardly any of it for too long", { sinceMs: 10_001, cpuMs: 40 }, "starved"],
  ["is not known to have burned anything", { sinceMs: 9_000, cpuMs: null }, "wait"],
  ["is not known to have burned anything for too long", { sinceMs: 10_001, cpuMs: null }, "starved"],
] as const)("judges a silent call that %s", (_name, seen, judgement) => {
  expect(judgeOverrun({ ...seen, timeMs: 1_000 }, 10_000)).toBe(judgement);
});
