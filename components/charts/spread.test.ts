import { expect, it } from "vitest";
import { spread } from "./spread";

it("moves labels apart, keeps their order, and lets none fall below the end", () => {
  expect(spread([10, 50, 12], 15, 96)).toEqual([10, 50, 25]);
  expect(spread([95, 94, 96], 15, 96)).toEqual([81, 66, 96]);
  expect(spread([], 15, 96)).toEqual([]);
});
