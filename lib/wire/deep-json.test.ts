import fc from "fast-check";
import { expect, it } from "vitest";
import { stringifyDeep } from "@/lib/wire/deep-json";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

const LEVELS = 100_000;

it("writes deeper nesting than the stack allows, with the same text", () => {
  const inside = fc.json().map((json) => json.replaceAll(/\b\d\b/g, "9007199254740993"));
  const property = fc.property(inside, fc.jsonValue({ maxDepth: 4 }), (json, value) => {
    const plain = [stringifyExact(parseExact(json)), JSON.stringify(value)].join(",");
    const deep = `{"a":${"[".repeat(LEVELS)}${plain}${"]".repeat(LEVELS)}}`;
    expect(() => stringifyExact(parseExact(deep))).toThrow(RangeError);
    expect(stringifyDeep(parseExact(deep)) === deep).toBe(true);
    expect(stringifyDeep(value)).toBe(JSON.stringify(value));
  });
  fc.assert(property, { numRuns: 20 });
});

it("writes every type of value at any depth", () => {
  const json = String.raw`{"a":[],"b":{},"__proto__":[null,true,-1.5,"\"\ud800"],"":[[1e400],{"x":9007199254740993}],"2":0}`;
  const plain = stringifyExact(parseExact(json));
  const deep = `${'{"k":'.repeat(LEVELS)}${plain}${"}".repeat(LEVELS)}`;
  expect(stringifyDeep(parseExact(deep)) === deep).toBe(true);
});
