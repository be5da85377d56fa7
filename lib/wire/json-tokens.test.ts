import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatJson, layOutJson } from "./json-tokens";

describe("formatJson", () => {
  it("indents as JSON.stringify does, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it("keeps numbers that JavaScript cannot represent, and repeated keys", () => {
    expect(formatJson('{"id":12345678901234567890,"a":1.10,"a":2}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "a": 1.10,\n  "a": 2\n}',
    );
  });

  it("leaves other text alone", () => {
    expect(formatJson("<order/>")).toBeNull();
    expect(formatJson("")).toBeNull();
  });
});

describe("layOutJson", () => {
  it("distinguishes keys from text", () => {
    expect(layOutJson('{"a":"b"}')?.[1]?.tokens.map(({ kind }) => kind)).toEqual(["key", "mark", "string"]);
  });
});
