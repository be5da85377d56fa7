import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonError } from "./find-json-error";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("findJsonError", () => {
  it.each([
    ['{\n  "body": {"a": }\n}', { line: 2, column: 17 }],
    ['{"a": 1,}', { line: 1, column: 9 }],
    ['{"a": 01}', { line: 1, column: 8 }],
    ["[1, 2", { line: 1, column: 6 }],
    ["", { line: 1, column: 1 }],
    ['{"a": 1} x', { line: 1, column: 10 }],
  ])("finds where %j breaks", (text, place) => {
    expect(findJsonError(text)).toEqual(place);
  });

  it("agrees with JSON.parse on valid and on damaged JSON", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", "}", '"', ",", "1", " ", "\n", "\\"))
      .map(([json, at, put]) => json.slice(0, at % (json.length + 1)) + put + json.slice((at % (json.length + 1)) + 1));
    fc.assert(fc.property(fc.oneof(fc.json(), damaged), (text) => (findJsonError(text) === null) === isJson(text)));
  });
});
