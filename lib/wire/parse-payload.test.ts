import { describe, expect, it } from "vitest";
import { ExactNumber } from "@/lib/wire/exact-json";
import { parsePairs, parsePayload } from "@/lib/wire/parse-payload";

const FORM = "application/x-www-form-urlencoded";

describe("a form", () => {
  it("has all the values of a repeated name in order, and a single one as text", () => {
    expect({ ...parsePairs("a=1&b=2&a=&c&a=3&=4") }).toEqual({ a: ["1", "", "3"], b: "2", c: "", "": "4" });
  });

  it("has fields of any name and no prototype", () => {
    const pairs = parsePairs("__proto__=x&constructor=y&__proto__=z&toString=1&hasOwnProperty=2&hasOwnProperty=3");
    expect(Object.getPrototypeOf(pairs)).toBeNull();
    expect(Object.entries(pairs)).toEqual([
      ["__proto__", ["x", "z"]],
      ["constructor", "y"],
      ["toString", "1"],
      ["hasOwnProperty", ["2", "3"]],
    ]);
  });

  it("with one name half a million times is read in time that grows only with its length", () => {
    const fields = parsePayload(Buffer.from("a&".repeat(524_288)), FORM) as { a: string[] };
    expect(fields.a).toHaveLength(524_288);
    expect(parsePairs(`${"__proto__&".repeat(100_000)}b=1`).b).toBe("1");
  });
});

describe("JSON", () => {
  it("keeps a long text beside a number that no double can represent", () => {
    const text = 'a\\"'.repeat(5 * 1024 * 1024);
    const fields = parsePayload(
      Buffer.from(`{"text":${JSON.stringify(text)},"id":1460323737035677698}`),
      "application/json",
    ) as { text: string; id: ExactNumber };
    expect(fields.text === text).toBe(true);
    expect(fields.id).toEqual(new ExactNumber("1460323737035677698"));
  });

  it("is read at any depth of a payload, and is undefined for any other text", () => {
    const deep = (inside: string) => "[".repeat(500_000) + inside + "]".repeat(500_000);
    for (const inside of ["", "1", "1460323737035677698"]) {
      expect(parsePayload(Buffer.from(deep(inside)), "application/json")).toBeInstanceOf(Array);
    }
    expect(parsePayload(Buffer.from("[".repeat(500_000)), "application/json")).toBeUndefined();
    expect(parsePayload(Buffer.from(`${deep("1460323737035677698")}]`), undefined)).toBeUndefined();
  });
});
