import { describe, expect, it } from "vitest";
import { evenScale, widestScale } from "./scale-values";

const name = (ms: number) => `${ms} ms`;

it("an even scale begins at 0 and has a middle that is whole", () => {
  expect([[3], [10], [1], []].map((values) => evenScale(values).ticks)).toEqual([
    [5, 0],
    [10, 5, 0],
    [1, 0],
    [1, 0],
  ]);
  expect(evenScale([10]).placeOf(5)).toBe(0.5);
});

describe("the scale of durations", () => {
  it("is even while the greatest does not hide the least", () => {
    expect(widestScale([40, 90], name)).toMatchObject({ ticks: [100, 50, 0] });
    expect(widestScale([40, 90], name).kind).toBeUndefined();
    expect(widestScale([], name).kind).toBeUndefined();
  });

  it("is logarithmic beyond, from the power of ten below all to the one above all", () => {
    const scale = widestScale([4, 9_000], name);
    expect(scale).toMatchObject({ ticks: [10_000, 1_000, 100, 10, 1], kind: "log scale" });
    expect([1, 100, 10_000].map(scale.placeOf)).toEqual([0, 0.5, 1]);
  });

  it("draws less than a millisecond as one", () => {
    expect(widestScale([0.2, 400], name).placeOf(0.2)).toBe(0);
  });
});
