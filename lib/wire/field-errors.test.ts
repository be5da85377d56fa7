import { describe, expect, it } from "vitest";
import { findUnstorable } from "@/lib/wire/field-errors";

const paths = (value: unknown, opaque?: readonly string[]) => findUnstorable(value, opaque).map(({ path }) => path);

describe("values that no field may contain", () => {
  it("are reported by their path, and ignored inside a payload", () => {
    expect(paths({ a: { b: ["x", "\0"] }, c: "\ud800", d: JSON.parse('{"__proto__":1}') })).toEqual([
      "a.b.1",
      "c",
      "d.__proto__",
    ]);
    expect(paths({ data: "\0", sample: { body: "\0", path: "\0" } }, ["data", "sample.body"])).toEqual(["sample.path"]);
    expect(findUnstorable({ ["n".repeat(1_000)]: 1 })).toEqual([]);
    expect(findUnstorable({ a: { ["n".repeat(1_001)]: 1 } })).toEqual([
      { path: "a", message: "A field's name has at most 1,000 characters." },
    ]);
  });

  it("are found below long names in time and memory that grow only with the body's length", () => {
    const long = "n".repeat(2_000_000);
    const fields = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`k${n}`, "\0"]));
    expect(findUnstorable({ [long]: fields }, ["data"])).toHaveLength(1);
    const deep = Array.from({ length: 60 }).reduce((inner: object) => ({ ["n".repeat(1_000)]: inner }), fields);
    expect(findUnstorable(deep, ["data"])).toHaveLength(100);
  });
});
