import { describe, expect, it } from "vitest";
import { NoFormError, toFormBody } from "./form-body";

const read = (form: string) => [...new URLSearchParams(form)];

describe("a JSON object as a form", () => {
  it.each([
    [
      '{"a":"x","b":2}',
      [
        ["a", "x"],
        ["b", "2"],
      ],
    ],
    ['{"a":{"b":{"c":"x"}}}', [["a[b][c]", "x"]]],
    [
      '{"items":[{"id":1},{"id":2}],"tags":["a","b"]}',
      [
        ["items[0][id]", "1"],
        ["items[1][id]", "2"],
        ["tags[0]", "a"],
        ["tags[1]", "b"],
      ],
    ],
    [
      '{"yes":true,"no":false,"none":null,"empty":""}',
      [
        ["yes", "true"],
        ["no", "false"],
        ["none", ""],
        ["empty", ""],
      ],
    ],
    ['{"a":{},"b":[],"c":1}', [["c", "1"]]],
    ["{}", []],
    [
      '{"price":1.10,"id":9007199254740993,"much":1e400,"less":-0.0}',
      [
        ["price", "1.10"],
        ["id", "9007199254740993"],
        ["much", "1e400"],
        ["less", "-0.0"],
      ],
    ],
    ['{"a":1,"a":2}', [["a", "2"]]],
    ['{"__proto__":{"x":1}}', [["__proto__[x]", "1"]]],
    ['{"é ü&=+":"a b+c&d=é€😀\\n!\'()~*-._"}', [["é ü&=+", "a b+c&d=é€😀\n!'()~*-._"]]],
  ])("%s has these fields", (json, fields) => {
    expect(read(toFormBody(json))).toEqual(fields);
  });

  it("is written byte for byte as URLSearchParams writes it", () => {
    const text = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join("");
    expect(toFormBody(JSON.stringify({ [text.replace(/[[\]]/g, "")]: text }))).toBe(
      new URLSearchParams([[text.replace(/[[\]]/g, ""), text]]).toString(),
    );
  });

  it("is refused where it would say something else", () => {
    for (const [json, message] of [
      ["[1]", /JSON object/],
      ['"text"', /JSON object/],
      ["null", /JSON object/],
      ["<a/>", /no JSON/],
      ["", /no JSON/],
      ['{"":1}', /empty one/],
      ['{"a":{"":1}}', /empty one/],
      ['{"a[b]":1}', /the name a\[b\]/],
      ['{"a":{"b]":1}}', /the name b\]/],
      ['{"a":"\\ud800"}', /surrogate/],
      [`${'{"a":'.repeat(65)}1${"}".repeat(65)}`, /64 levels/],
      [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, /64 levels/],
    ] as const) {
      expect(() => toFormBody(json), json.slice(0, 40)).toThrow(NoFormError);
      expect(() => toFormBody(json), json.slice(0, 40)).toThrow(message);
    }
  });

  it("does not grow without bound by a long name that is written again and again", () => {
    const json = `{"${"a".repeat(100_000)}":[${"1,".repeat(100_000)}1]}`;
    expect(() => toFormBody(json)).toThrow(/four times as long/);
  });
});
