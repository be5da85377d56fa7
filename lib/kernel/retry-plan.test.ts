import { expect, it } from "vitest";
import { plannedAttempts } from "@/lib/kernel/retry-plan";

it("doubles the wait up to the longest, or repeats it", () => {
  const growth = { intervalSeconds: 10, maxRetrySeconds: 35 } as const;
  expect(plannedAttempts(5, { ...growth, strategy: "exponential" })).toEqual([0, 10_000, 30_000, 65_000, 100_000]);
  expect(plannedAttempts(3, { ...growth, strategy: "linear" })).toEqual([0, 10_000, 20_000]);
  expect(plannedAttempts(1, { ...growth, strategy: "linear" })).toEqual([0]);
});

it("never waits longer than the longest wait, however many attempts there are", () => {
  const times = plannedAttempts(100, { strategy: "exponential", intervalSeconds: 1, maxRetrySeconds: 3_600 });
  expect(times[99]).toBe(1_000 * (2 ** 12 - 1) + 87 * 3_600_000);
});
