import fc from "fast-check";
import { expect, it } from "vitest";
import { formatDuration, parseDuration } from "./duration";

it.each([
  ["30s", 30],
  ["5m", 300],
  ["1h", 3600],
  ["2d", 172_800],
  ["1h30m", 5400],
  ["0s", 0],
])("reads %s as %d seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

it.each(["", "s", "30", "5 m", "-5m", "1.5h", "5M", "30s5m", "5ms", "1w", `${"9".repeat(30)}h`])(
  "refuses %j",
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

it("writes text that it reads back", () => {
  expect([0, 45, 90, 300, 3600, 5400, 86_400].map(formatDuration)).toEqual([
    "0s",
    "45s",
    "90s",
    "5m",
    "1h",
    "90m",
    "1d",
  ]);
  fc.assert(fc.property(fc.nat(), (seconds) => parseDuration(formatDuration(seconds)) === seconds));
});
