import { expect, it } from "vitest";
import { nameBalance } from "./name-balance";

it("says how many deliveries are missing, or are counted twice", () => {
  const sums = { delivered: 1_000, waiting: 200, failed: 3, discarded: 1, balanced: false };
  expect([1_204, 1_205, 2_404, 1_203].map((accepted) => nameBalance({ ...sums, accepted }))).toEqual([
    "Balanced",
    "1 is missing",
    "1,200 are missing",
    "1 too many",
  ]);
});
