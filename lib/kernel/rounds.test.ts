import { expect, it, onTestFinished, vi } from "vitest";
import { Rounds } from "@/lib/kernel/rounds";

/** Rounds that end on command, in simulated time. */
function open(answers: (number | Error)[] = []) {
  vi.useFakeTimers();
  const begun: number[] = [];
  const errors: unknown[] = [];
  let end: () => void = () => {};
  const rounds = new Rounds({
    run: () =>
      new Promise((resolve, reject) => {
        begun.push(performance.now());
        const answer = answers.shift() ?? Number.POSITIVE_INFINITY;
        end = () => (answer instanceof Error ? reject(answer) : resolve(answer));
      }),
    onError: (error) => errors.push(error),
    afterErrorMs: 500,
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const finish = async () => {
    end();
    await pass(0);
  };
  return { rounds, begun, errors, pass, finish };
}

it("begins at once and repeats when the last round says so", async () => {
  const { rounds, begun, pass, finish } = open([250, 0]);
  rounds.start();
  await pass(0);
  expect(begun).toHaveLength(1);
  await finish();
  await pass(249);
  expect(begun).toHaveLength(1);
  await pass(2);
  expect(begun).toHaveLength(2);
  await finish();
  await pass(1);
  expect(begun).toHaveLength(3);
});

it("begins at once when it is poked, and keeps the sooner of two times", async () => {
  const { rounds, begun, pass, finish } = open([10_000]);
  rounds.start();
  await pass(0);
  await finish();
  rounds.poke(100);
  rounds.poke(5_000);
  await pass(99);
  expect(begun).toHaveLength(1);
  await pass(2);
  expect(begun).toHaveLength(2);
});

it("never runs two rounds at once, and runs once more if it was poked during a round", async () => {
  const { rounds, begun, pass, finish } = open([10_000, 10_000]);
  rounds.start();
  await pass(0);
  for (let poke = 0; poke < 5; poke++) rounds.poke();
  await pass(1_000);
  expect(begun).toHaveLength(1);
  await finish();
  await pass(1);
  expect(begun).toHaveLength(2);
  await finish();
  await pass(9_000);
  expect(begun).toHaveLength(2);
});

it("reports a failed round and repeats it after a while", async () => {
  const { rounds, begun, errors, pass, finish } = open([new Error("away"), 10_000]);
  rounds.start();
  await pass(0);
  await finish();
  expect(errors).toMatchObject([{ message: "away" }]);
  await pass(499);
  expect(begun).toHaveLength(1);
  await pass(2);
  expect(begun).toHaveLength(2);
});

it("stops when the current round has ended, and begins no other", async () => {
  const { rounds, begun, pass, finish } = open([0]);
  rounds.start();
  await pass(0);
  let isStopped = false;
  const stopped = rounds.stop().then(() => {
    isStopped = true;
  });
  await pass(1_000);
  expect(isStopped).toBe(false);
  await finish();
  await stopped;
  rounds.poke();
  await pass(1_000);
  expect(begun).toHaveLength(1);
});
