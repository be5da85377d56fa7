import { expect, it } from "vitest";
import { readMore, toMoreFields } from "./more-fields";

const NONE = toMoreFields({});

it("sets what is filled in, and unsets what is empty", () => {
  expect(readMore({ ...NONE, minAttempts: " 0 ", maxLatency: "2.5", ownerId: "acme" })).toEqual({
    patch: { minAttempts: "0", maxAttempts: null, minLatency: null, maxLatency: "2.5", ownerId: "acme" },
  });
});

it.each([
  [{ minAttempts: "x" }, { minAttempts: expect.any(String) }],
  [{ minAttempts: "1.5" }, { minAttempts: "Give a whole number." }],
  [{ minAttempts: "5", maxAttempts: "2" }, { minAttempts: "Is more than the other end." }],
  [{ maxLatency: "-1" }, { maxLatency: expect.any(String) }],
])("tells what is wrong with %j beside its field", (given, problems) => {
  expect(readMore({ ...NONE, ...given })).toEqual({ problems });
});
