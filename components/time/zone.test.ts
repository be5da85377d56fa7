import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromWallClock, LOCAL, listZones, nameOffset, toWallClock, toZoneChoice } from "@/components/time/zone";

describe("a wall clock", () => {
  it("shows a moment in which clocks are not changed, and is read back to it, in every zone", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...listZones(LOCAL)),
        fc.date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
        (zone, date) => {
          const shown = toWallClock(date, zone);
          const read = fromWallClock(shown, zone);
          expect(toWallClock(read, zone)).toBe(shown);
          expect(read.getTime()).toBeLessThanOrEqual(date.getTime());
        },
      ),
    );
  });

  it("shows a time twice when it is put back: the first is meant", () => {
    expect(fromWallClock("2026-10-25T02:30", "Europe/Berlin").toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(fromWallClock("2026-10-25T03:00", "Europe/Berlin").toISOString()).toBe("2026-10-25T02:00:00.000Z");
  });

  it("never shows a time that it skips: it counts on from before", () => {
    expect(fromWallClock("2026-03-29T02:30:00", "Europe/Berlin").toISOString()).toBe("2026-03-29T01:30:00.000Z");
  });
});

it.each([
  ["2026-07-01T00:00:00Z", "UTC", "UTC"],
  ["2026-07-01T00:00:00Z", "Europe/London", "UTC+1"],
  ["2026-01-01T00:00:00Z", "Europe/London", "UTC"],
  ["2026-07-01T00:00:00Z", "America/St_Johns", "UTC-2:30"],
  ["2026-07-01T00:00:00Z", "Asia/Kathmandu", "UTC+5:45"],
])("names the zone of %s in %s: %s", (at, zone, name) => {
  expect(nameOffset(new Date(at), zone)).toBe(name);
});

it.each([
  [undefined, LOCAL],
  ["local", LOCAL],
  ["Nowhere/Else", LOCAL],
  ["<script>", LOCAL],
  ["UTC", "UTC"],
  ["europe/berlin", "Europe/Berlin"],
])("reads the choice %s of a cookie as %s", (value, choice) => {
  expect(toZoneChoice(value)).toBe(choice);
});
