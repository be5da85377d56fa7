import { expect, it } from "vitest";
import { ATTEMPTS, classesWithin, classOf, LATENCY } from "@/lib/queue/magnitude";

it("classes a number by how often it can be halved, from the least class on", () => {
  expect([0, 1, 2, 3, 4, 7, 8, 100_000].map((attempts) => classOf(attempts, ATTEMPTS))).toEqual([
    null,
    null,
    1,
    1,
    2,
    2,
    3,
    16,
  ]);
  expect([0, 0.499, 0.5, 0.999, 1, 2.5, 3_600, 1e12].map((seconds) => classOf(seconds, LATENCY))).toEqual([
    null,
    null,
    -1,
    -1,
    0,
    1,
    11,
    30,
  ]);
});

it("names the classes of a range, and none if a part of it has no class", () => {
  expect(classesWithin({ min: 3, max: 5 }, ATTEMPTS)).toEqual([1, 2]);
  expect(classesWithin({ min: 2, max: 2 }, ATTEMPTS)).toEqual([1]);
  expect(classesWithin({ min: 1, max: 5 }, ATTEMPTS)).toBeNull();
  expect(classesWithin({ max: 5 }, ATTEMPTS)).toBeNull();
  expect(classesWithin({ min: 0.5 }, LATENCY)).toHaveLength(32);
});
