import { describe, expect, it } from "vitest";
import { findPatternErrors, matchesEventType } from "./event-type";

describe("matchesEventType", () => {
  it.each([
    [["*"], "anything", true],
    [["*"], "", true],
    [["invoice.paid"], "invoice.paid", true],
    [["invoice.paid"], "invoice.paid.late", false],
    [["Invoice.paid"], "invoice.paid", false],
    [["invoice.*"], "invoice.paid", true],
    [["invoice.*"], "invoice.paid.late", true],
    [["invoice.*"], "invoice", false],
    [["invoice.*"], "invoice.", false],
    [["invoice.*"], "invoices.paid", false],
    [["order.*", "invoice.paid"], "invoice.paid", true],
    [[], "invoice.paid", false],
  ])("%j takes %j: %s", (patterns, eventType, expected) => {
    expect(matchesEventType(patterns, eventType)).toBe(expected);
  });
});

describe("findPatternErrors", () => {
  it("takes exact types, dotted prefixes and the star", () => {
    expect(findPatternErrors(["*", "invoice.paid", "a.b.*"])).toEqual([]);
  });

  it("names every wrong pattern", () => {
    const errors = findPatternErrors(["ok", "", "in*", "*.paid", ".*", 5, " a", "a".repeat(256)]);
    expect(errors.map((error) => error.path)).toEqual([1, 2, 3, 4, 5, 6, 7].map((i) => `event_types.${i}`));
    for (const nothing of [[], null, "*"]) expect(findPatternErrors(nothing)).toHaveLength(1);
  });
});
