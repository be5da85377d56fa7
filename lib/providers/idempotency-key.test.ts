import { describe, expect, it } from "vitest";
import { parseExact } from "@/lib/wire/exact-json";
import { findIdempotencyKeyErrors, idempotencyKeyOf } from "./idempotency-key";

const request = {
  headers: { "x-request-id": "r-1", "X-Other": ["a", "b"], "x-empty": "" },
  query: { q: "find", list: ["1", "2"] },
  body: {
    id: 42,
    customer: { name: "Ada" },
    items: [{ sku: "s1" }],
    flag: false,
    none: null,
    nul: "a\u0000b",
    long: "x".repeat(300),
  },
};

describe("the idempotency key", () => {
  it.each([
    [["request.header.X-Request-ID"], "r-1"],
    [["request.header.x-other"], '["a","b"]'],
    [["request.query.q"], "find"],
    [["request.body.id"], "42"],
    [["request.body.flag"], "false"],
    [["request.body.customer.name"], "Ada"],
    [["request.body.items.0.sku"], "s1"],
    [["request.body.customer"], '{"name":"Ada"}'],
    [["request.body.id", "request.query.q"], '["42","find"]'],
    [["request.body.missing"], null],
    [["request.body.none"], null],
    [["request.header.x-empty"], null],
    [["request.body.constructor"], null],
    [["request.body.id.deeper"], null],
    [["request.body.id", "request.query.none"], null],
    [[], null],
  ])("of %j is %j", (parts, expected) => {
    expect(idempotencyKeyOf(parts, request)).toBe(expected);
  });

  it("does not apply to a body that cannot be parsed", () => {
    expect(idempotencyKeyOf(["request.body.id"], { ...request, body: undefined })).toBeNull();
  });

  it("keeps the parts apart", () => {
    const of = (a: string, b: string) => {
      return idempotencyKeyOf(["request.query.a", "request.query.b"], { ...request, query: { a, b } });
    };
    expect(of("a,b", "c")).not.toBe(of("a", "b,c"));
    expect(of('a","b', "c")).not.toBe(of("a", 'b","c'));
  });

  it("is short and storable for any request", () => {
    for (const part of ["request.body.long", "request.body.nul"]) {
      expect(idempotencyKeyOf([part], request)).toMatch(/^sha256:[0-9a-f]{64}$/);
    }
  });

  it("distinguishes parts that are nested more deeply than the stack", () => {
    const of = (inside: string) => {
      const body = parseExact(`{"a":${"[".repeat(100_000)}${inside}${"]".repeat(100_000)}}`);
      return idempotencyKeyOf(["request.body.a"], { ...request, body });
    };
    expect(of("1")).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(of("1")).toBe(of(" 1 "));
    expect(of("1")).not.toBe(of("2"));
    expect(of("9007199254740993")).not.toBe(of("9007199254740992"));
  });
});

describe("findIdempotencyKeyErrors", () => {
  it("takes parts of headers, body and query", () => {
    expect(
      findIdempotencyKeyErrors(["request.header.X-A", "request.body.a.b", "request.query.q", "request.query.a[b]"]),
    ).toEqual([]);
    expect(findIdempotencyKeyErrors([])).toEqual([]);
  });

  it("names every wrong part", () => {
    const wrong = [
      "header.a",
      "request.headers.a",
      "request.body",
      "request.body.",
      "request.body.a..b",
      "request.header.a b",
      5,
    ];
    expect(findIdempotencyKeyErrors(wrong).map((error) => error.path)).toEqual(
      wrong.map((_, i) => `idempotency_keys.${i}`),
    );
    expect(findIdempotencyKeyErrors("request.body.a")).toHaveLength(1);
    expect(findIdempotencyKeyErrors(Array(11).fill("request.body.a"))).toHaveLength(1);
  });
});
