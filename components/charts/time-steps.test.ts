import { describe, expect, it } from "vitest";
import { toStatsRange } from "@/components/stats/stats-range";
import { toSteps } from "@/lib/nouns/stats/hours";
import { ceilingOf, chooseInterval, nameStep, stepAt, stepByKey, toRange } from "./time-steps";

const NOW = Date.parse("2026-11-21T12:30:00.000Z");
const HOURS = ["2026-11-21T10:00:00.000Z", "2026-11-21T11:00:00.000Z", "2026-11-21T12:00:00.000Z"];

describe("chooseInterval", () => {
  it("is an hour up to four days, and a day beyond", () => {
    expect(chooseInterval({ startDate: null, endDate: null }, NOW)).toBe("hour");
    expect(chooseInterval({ startDate: "2026-11-17T12:30:00Z", endDate: null }, NOW)).toBe("hour");
    expect(chooseInterval({ startDate: "2026-11-17T12:29:00Z", endDate: null }, NOW)).toBe("day");
    expect(chooseInterval({ startDate: "2026-10-01", endDate: "2026-10-02" }, NOW)).toBe("hour");
  });
});

describe("minutes", () => {
  it("are drawn for up to three hours of the last day", () => {
    expect(chooseInterval({ startDate: "2026-11-21T09:30:00Z", endDate: null }, NOW)).toBe("minute");
    expect(chooseInterval({ startDate: "2026-11-21T09:29:00Z", endDate: null }, NOW)).toBe("hour");
    const hourOf = (day: number) => ({ startDate: `2026-11-${day}T15:00:00Z`, endDate: `2026-11-${day}T16:00:00Z` });
    expect(chooseInterval(hourOf(20), NOW)).toBe("minute");
    expect(chooseInterval(hourOf(19), NOW)).toBe("hour");
  });

  it("are 15 in the last 15 minutes, and 60 in the last hour", () => {
    for (const minutes of [15, 60]) {
      const startDate = new Date(NOW + 12_345 - minutes * 60_000).toISOString();
      const { asked, interval } = toStatsRange({ startDate }, NOW + 12_345);
      const { start, end } = toSteps(asked, "minute", new Date(NOW + 12_345));
      expect([interval, (end.getTime() - start.getTime()) / 60_000]).toEqual(["minute", minutes]);
    }
  });
});

describe("toRange", () => {
  it("covers whole steps, dragged in either direction", () => {
    const range = { startDate: HOURS[0], endDate: "2026-11-21T11:59:59.999Z" };
    expect(toRange(HOURS, "hour", [0, 1])).toEqual(range);
    expect(toRange(HOURS, "hour", [1, 0])).toEqual(range);
    expect(toRange(["2026-11-20T00:00:00.000Z"], "day", [0, 0]).endDate).toBe("2026-11-20T23:59:59.999Z");
  });
});

it("finds the step below a position, the outermost for positions outside", () => {
  expect([-0.2, 0, 0.49, 0.5, 0.99, 1, 1.7].map((place) => stepAt(place, 2))).toEqual([0, 0, 0, 1, 1, 1, 1]);
});

describe("stepByKey", () => {
  it("moves by one with the arrows, and no further than the outermost", () => {
    expect([1, 0].map((from) => stepByKey("ArrowLeft", from, 2))).toEqual([0, 0]);
    expect([1, 2].map((from) => stepByKey("ArrowRight", from, 2))).toEqual([2, 2]);
  });

  it("comes in from the side that the arrow comes from", () => {
    expect(stepByKey("ArrowLeft", null, 2)).toBe(2);
    expect(stepByKey("ArrowRight", null, 2)).toBe(0);
  });

  it("goes to either end, and stays for other keys", () => {
    expect([stepByKey("Home", 1, 2), stepByKey("End", 1, 2)]).toEqual([0, 2]);
    expect(stepByKey("Enter", 1, 2)).toBeUndefined();
  });
});

it("has a readable scale, even if all values are zero", () => {
  expect([[], [0, 0], [1], [3], [7], [10], [11], [480], [1_001]].map(ceilingOf)).toEqual([
    1, 1, 1, 5, 10, 10, 20, 500, 2_000,
  ]);
});

it("names hours in the reader's time zone and days in UTC", () => {
  expect(nameStep("2026-11-21T23:00:00.000Z", "hour", "Europe/Berlin")).toBe("22 Nov, 00:00 to 01:00 UTC+1");
  expect(nameStep("2026-11-21T00:00:00.000Z", "day", "America/New_York")).toBe("21 Nov (UTC)");
});
