import fc from "fast-check";
import { expect, it } from "vitest";
import { createMembership, jsonEqual } from "@/lib/filter/json-equal";
import { ExactNumber, parseExact } from "@/lib/wire/exact-json";

const value = fc.oneof(
  fc.constantFrom("null", "true", "0", "-0", '"0"', '""', "1", "[]", "{}", "[0]", '{"a":9007199254740993}'),
  fc.constantFrom("9007199254740993", "9007199254740993.0", "9007199254740992", "1e400", "10e399", "-1e400"),
);

it("finds in a list what equals one of its items", () => {
  const property = fc.property(fc.array(value, { maxLength: 8 }), value, (list, one) => {
    const [items, wanted] = [list.map(parseExact), parseExact(one)];
    expect(createMembership(items)(wanted)).toBe(items.some((item) => jsonEqual(item, wanted)));
  });
  fc.assert(property, { numRuns: 3_000 });
});

it("parses a number of many digits once, however often it is compared", () => {
  const digits = "7".repeat(10_000_000);
  const ids = Array.from({ length: 1_000 }, (_, n) => new ExactNumber(`${9007199254740993n + BigInt(n)}`));
  const number = new ExactNumber(digits);
  expect(createMembership(ids)(number)).toBe(false);
  expect(createMembership([...ids, new ExactNumber(`${digits}.0`)])(number)).toBe(true);
  expect(ids.some((id) => jsonEqual(id, number))).toBe(false);
});
