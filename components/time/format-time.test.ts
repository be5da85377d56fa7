import { describe, expect, it } from "vitest";
import { formatDurationMs, formatExact, formatRelative, formatSeconds } from "./format-time";

const now = Date.parse("2026-07-01T12:00:00.000Z");

describe("formatRelative", () => {
  it.each([
    ["2026-07-01T12:00:00.400Z", "now"],
    ["2026-07-01T11:59:48.000Z", "12 s ago"],
    ["2026-07-01T11:57:01.000Z", "2 min ago"],
    ["2026-07-01T09:00:00.000Z", "3 h ago"],
    ["2026-06-26T12:00:00.000Z", "5 d ago"],
    ["2026-07-01T12:00:40.000Z", "in 40 s"],
  ])("writes %s as %s", (at, text) => {
    expect(formatRelative(new Date(at), now)).toBe(text);
  });
});

describe("formatDurationMs and formatSeconds", () => {
  it("uses the unit that an operator reads", () => {
    expect(formatDurationMs(83.6)).toBe("84 ms");
    expect(formatDurationMs(1_204)).toBe("1.20 s");
    expect(formatDurationMs(125_000)).toBe("2 min 5 s");
  });

  it("writes two units at most", () => {
    expect(formatSeconds(0)).toBe("0 s");
    expect(formatSeconds(7_200)).toBe("2 h");
    expect(formatSeconds(108_000 + 59)).toBe("1 d 6 h");
  });
});

describe("formatExact", () => {
  it("writes milliseconds and a sortable date", () => {
    expect(formatExact(new Date("2026-07-01T22:03:11.204Z"), "UTC")).toBe("2026-07-01 22:03:11.204");
  });

  it("follows the time zone", () => {
    expect(formatExact(new Date("2026-07-01T22:03:11.204Z"), "Asia/Tokyo")).toBe("2026-07-02 07:03:11.204");
  });
});
