import { describe, expect, it } from "vitest";
import { BODY_OPERATORS } from "@/lib/nouns/events/search-conditions";
import { findConditionError, rangeBefore, readAloud, writeCondition } from "./payload-conditions";

describe("a condition on the payload", () => {
  it("is written as the API reads it, for every operator", () => {
    for (const operator of BODY_OPERATORS) {
      const value = operator === "exist" ? "" : "42";
      expect(findConditionError("customer.id", operator, value)).toBeNull();
      expect(readAloud(writeCondition(" customer.id ", operator, value))).toMatch(/^customer\.id \w/);
    }
    expect(writeCondition("a", "exist", "")).toBe("a:exist:true");
    expect(readAloud("a.b:exist:false")).toBe("a.b is not there");
    expect(readAloud("note:eq:")).toBe('note is ""');
  });

  it("says what is missing", () => {
    expect(findConditionError("", "eq", "1")).toContain("Name the field");
    expect(findConditionError("a", "contains", "")).toContain("Give what");
    expect(findConditionError("a", "gt", "true")).toContain("number");
    expect(findConditionError("a", "exist", "maybe")).toContain("true or false");
    expect(findConditionError("a:b", "eq", "1")).not.toBeNull();
  });
});

describe("rangeBefore", () => {
  it("continues with the same length of time, and touches the range without overlapping it", () => {
    const range = { startDate: "2026-11-21T10:00:00.000Z", endDate: "2026-11-21T12:00:00.000Z" };
    expect(rangeBefore(range, 0)).toEqual({
      startDate: "2026-11-21T08:00:00.000Z",
      endDate: "2026-11-21T09:59:59.999Z",
    });
    expect(rangeBefore({ ...range, endDate: null }, Date.parse("2026-11-21T11:00:00Z"))?.startDate).toBe(
      "2026-11-21T09:00:00.000Z",
    );
    expect(rangeBefore({ startDate: null, endDate: null }, 0)).toBeNull();
  });
});
