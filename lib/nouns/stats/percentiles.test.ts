import fc from "fast-check";
import { expect, it } from "vitest";
import { DURATION_CLASSES, durationClassOf, durationOf } from "@/lib/queue/attempt-classes";
import { percentileOf } from "./percentiles";

const spread = (durations: readonly number[]) => {
  const counts = new Array<number>(DURATION_CLASSES).fill(0);
  for (const ms of durations) counts[durationClassOf(ms)] = (counts[durationClassOf(ms)] ?? 0) + 1;
  return counts;
};

it("tells a percentile within 26 % of the true one", () => {
  const durations = fc.array(fc.double({ min: 1, max: 130_000, noNaN: true }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (all, share) => {
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? Number.NaN;
      const told = percentileOf(spread(all), share) ?? Number.NaN;
      expect(told / exact).toBeGreaterThan(0.79);
      expect(told / exact).toBeLessThan(1.27);
    }),
  );
});

it("says nothing without attempts, and nothing longer than the last class", () => {
  expect(percentileOf([], 0.5)).toBeNull();
  expect(percentileOf(spread([]), 0.99)).toBeNull();
  expect(percentileOf(spread([0, 0.2, 1]), 0.5)).toBeLessThanOrEqual(1);
  expect(percentileOf(spread([3_600_000]), 0.99)).toBeLessThanOrEqual(durationOf(DURATION_CLASSES - 1));
});
