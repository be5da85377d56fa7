import fc from "fast-check";
import { expect, it } from "vitest";
import { compareDecimals, isMultipleOf, readDecimal } from "@/lib/wire/decimal";

const digits = (most: number) =>
  fc
    .tuple(fc.stringMatching(/^[1-9]\d{0,40}$/), fc.integer({ min: 1, max: most }))
    .map(([text, times]) => text.repeat(times).slice(0, most));
const isMultiple = (value: string, of: string) => isMultipleOf(readDecimal(value), readDecimal(of));

it("recognizes multiples as integers do, at any length", () => {
  const property = fc.property(digits(3_000), digits(1_000), fc.integer({ min: 0, max: 700 }), (value, of, zeros) => {
    const [left, right] = [BigInt(value) * 10n ** BigInt(zeros), BigInt(of)];
    expect(isMultiple(`${value}e${zeros}`, of)).toBe(left % right === 0n);
    expect(isMultiple(`${value}e${zeros - 900}`, `${of}e-900`)).toBe(left % right === 0n);
    expect(isMultiple(String(left * right), of)).toBe(true);
    expect(isMultiple(String(left * right + 1n), of)).toBe(right === 1n);
  });
  fc.assert(property, { numRuns: 300 });
});

it("treats nothing as a multiple of zero, nor of a number of more than a thousand digits", () => {
  expect(isMultiple("0", "0")).toBe(false);
  expect(isMultiple("0", "0.01")).toBe(true);
  for (const count of [1_000, 1_001]) expect(isMultiple("7".repeat(count), "7".repeat(count))).toBe(count === 1_000);
});

it("reads numbers of ten million digits in time that grows only with their length", () => {
  const long = "7".repeat(10_000_000);
  expect(isMultiple(long, "7")).toBe(true);
  expect(isMultiple(`${long}.7`, "0.07")).toBe(true);
  expect(isMultiple(`${long}1`, "7")).toBe(false);
  expect(isMultiple(long, `${"7".repeat(900)}1`)).toBe(false);
  expect(isMultiple(long, long)).toBe(false);
  expect(compareDecimals(readDecimal(`${long}.1`), readDecimal(`${long}.10`))).toBe(0);
  expect(compareDecimals(readDecimal(`-${long}1`), readDecimal(`-${long}`))).toBe(-1);
});
