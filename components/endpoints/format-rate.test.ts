import { expect, it } from "vitest";
import { formatRate, formatSuccess } from "@/components/endpoints/format-rate";

it.each([
  [0, "0 %"],
  [2.54, "2.5 %"],
  [40.4, "40 %"],
])("writes %s percent failed as %s", (percent, text) => {
  expect(formatRate(percent)).toBe(text);
});

it.each([
  [100, "100 %"],
  [99.99, "99.9 %"],
  [73.33, "73.3 %"],
  [0, "0 %"],
])("writes %s percent that succeeded as %s, never more than they were", (percent, text) => {
  expect(formatSuccess(percent)).toBe(text);
});
