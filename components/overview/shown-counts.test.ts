import { expect, it } from "vitest";
import { toShownCounts } from "./shown-counts";

const COUNTS = { Scheduled: 5, Processing: 1, Retry: 3, Success: 9, Failure: 2, Discarded: 0 };

it("counts what is held once, as Held", () => {
  const held = { ...COUNTS, Scheduled: 4, Retry: 3 };
  expect(toShownCounts(COUNTS, held)).toEqual({ ...COUNTS, Scheduled: 1, Retry: 0, Held: 7 });
  expect(toShownCounts(COUNTS, undefined)).toEqual({ ...COUNTS, Held: 0 });
});

it("never counts below zero, however far apart the two were read", () => {
  const held = { ...COUNTS, Scheduled: 6, Retry: 0 };
  expect(toShownCounts(COUNTS, held)).toMatchObject({ Scheduled: 0, Retry: 3, Held: 6 });
});
