import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AttemptResult } from "@/lib/sending/result";
import { type SettleBatch, Settler } from "@/lib/sending/settler";

const result = {} as AttemptResult;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function startSettler(settle: SettleBatch = async () => {}) {
  const sizes: number[] = [];
  const errors: unknown[] = [];
  const settler = new Settler(
    async (results, insist) => {
      await settle(results, insist);
      sizes.push(results.length);
    },
    () => {},
    (error) => errors.push(error),
  );
  const add = (count: number, isAwaited = false) => {
    for (let i = 0; i < count; i++) settler.add(result, isAwaited);
  };
  return { settler, sizes, errors, add };
}

it("gathers what comes soon after the first result, and for longer what follows", async () => {
  const { sizes, add } = startSettler();
  add(1);
  await vi.advanceTimersByTimeAsync(5);
  add(1);
  await vi.advanceTimersByTimeAsync(4);
  expect(sizes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sizes).toEqual([2]);
  for (let i = 0; i < 7; i++) {
    add(1);
    await vi.advanceTimersByTimeAsync(5);
  }
  expect(sizes).toEqual([2]);
  await vi.advanceTimersByTimeAsync(5);
  expect(sizes).toEqual([2, 7]);
});

it("gathers for a shorter time if there are many, or if other work waits for their places", async () => {
  for (const [count, isAwaited] of [
    [32, false],
    [1, true],
  ] as const) {
    const { sizes, add } = startSettler();
    add(1);
    await vi.advanceTimersByTimeAsync(10);
    add(1);
    add(count, isAwaited);
    await vi.advanceTimersByTimeAsync(8);
    expect(sizes).toEqual([1]);
    await vi.advanceTimersByTimeAsync(3);
    expect(sizes).toEqual([1, count + 1]);
    add(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(sizes).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20);
    expect(sizes).toEqual([1, count + 1, 1]);
  }
});

it("splits more than a statement takes, and is idle only when everything is settled", async () => {
  const { settler, sizes, add } = startSettler();
  add(1_000);
  let isIdle = false;
  void settler.flush().then(() => {
    isIdle = true;
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(sizes).toEqual([400, 400]);
  expect(isIdle).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  expect(sizes).toEqual([400, 400, 200]);
  expect(isIdle).toBe(true);
});

it("repeats a step until it succeeds, and reports each failure", async () => {
  let failures = 0;
  const { sizes, errors, add } = startSettler(async (_, insist) => {
    await insist(async () => {
      failures += 1;
      if (failures < 3) throw new Error("away");
    });
  });
  add(5);
  await vi.advanceTimersByTimeAsync(400);
  expect(sizes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sizes).toEqual([5]);
  expect(errors).toHaveLength(2);
});
