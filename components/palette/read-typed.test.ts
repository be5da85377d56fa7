import { describe, expect, it } from "vitest";
import { readTyped } from "./read-typed";

describe("readTyped", () => {
  it.each([
    ["pause orders-eu", "pause", "orders-eu"],
    ["  Resume   Orders EU ", "resume", "Orders EU"],
    ["send test event to orders", "test", "orders"],
    ["test", "test", ""],
    ["rotate secret of orders", "rotate", "orders"],
    ["rotate orders", "rotate", "orders"],
  ])("takes the action out of %j", (typed, verb, words) => {
    expect(readTyped(typed)).toEqual({ verb, words });
  });

  it.each(["orders", "pauses", "testing-endpoint", "rotated", ""])("takes %j as words alone", (typed) => {
    expect(readTyped(typed)).toEqual({ verb: null, words: typed });
  });
});
