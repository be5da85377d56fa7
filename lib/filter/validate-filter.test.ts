import { describe, expect, it } from "vitest";
import { findFilterErrors, MAX_FILTER_REGEXES } from "./validate-filter";

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });

const right: [string, unknown][] = [
  ["nothing", undefined],
  ["empty sections", { body: {}, headers: {}, query: null, is_flattened: false }],
  ["every form of key", { body: { a: { b: 1 }, "c.$.d": 2, $or: [{ e: 3 }, { "f.$gt": 1 }] }, is_flattened: true }],
  ["a path as text", { path: "/orders" }],
  ["sixteen levels", { body: deep(16) }],
];

const wrong: [string, unknown, string[]][] = [
  ["a filter that is a list", [], ["filter"]],
  ["an unknown section", { bod: {} }, ["filter.bod"]],
  [
    "sections of the wrong shape",
    { body: [], headers: "a", is_flattened: "yes" },
    ["filter.body", "filter.headers", "filter.is_flattened"],
  ],
  ["an unknown operator", { body: { amount: { $greater: 1 } } }, ["filter.body.amount.$greater"]],
  ["an operator in the middle of a key", { body: { "a.$gt.b": 1 } }, ["filter.body.a.$gt.b"]],
  ["an empty name", { body: { "a..b": 1 } }, ["filter.body.a..b"]],
  ["an empty condition", { body: { a: {} } }, ["filter.body.a"]],
  [
    "operands of the wrong type, all at once",
    { body: { a: { $gt: null, $in: [], $exist: 1, $regex: 2, $startsWith: [] } } },
    ["$gt", "$in", "$exist", "$regex", "$startsWith"].map((name) => `filter.body.a.${name}`),
  ],
  ["combinations of the wrong shape", { body: { $or: {}, $and: [] } }, ["filter.body.$or", "filter.body.$and"]],
  ["inside a combination", { body: { $or: [{ a: 1 }, { b: { $lt: true } }] } }, ["filter.body.$or.1.b.$lt"]],
  ["a broken regex", { body: { a: { $regex: "(" } } }, ["filter.body.a.$regex"]],
  ["a regex with a look-ahead", { body: { a: { $regex: "(?=a)" } } }, ["filter.body.a.$regex"]],
  ["a long regex", { body: { a: { $regex: "a".repeat(1001) } } }, ["filter.body.a.$regex"]],
  ["a regex of a large program", { body: { a: { $regex: "[ab]{1000}[ab]{1000}" } } }, ["filter.body.a.$regex"]],
  ["many regexes", { body: { $or: Array(MAX_FILTER_REGEXES + 1).fill({ a: { $regex: "a" } }) } }, ["filter"]],
  ["seventeen levels", { body: deep(17) }, [`filter.body${".a".repeat(17)}`]],
  ["a deep dotted key", { body: { [Array(17).fill("a").join(".")]: 1 } }, [`filter.body${".a".repeat(17)}`]],
  ["many nodes", { body: { a: { $in: Array(500).fill(1) } } }, ["filter"]],
  ["an operator without a header", { headers: { $exist: true } }, ["filter.headers.$exist"]],
  ["a field inside a header", { headers: { a: { b: "1" } } }, ["filter.headers.a.b"]],
  ["a field inside the path", { path: { a: "1" } }, ["filter.path.a"]],
];

describe("findFilterErrors", () => {
  it.each(right)("takes %s", (_, filter) => {
    expect(findFilterErrors(filter)).toEqual([]);
  });

  it.each(wrong)("refuses %s", (_, filter, paths) => {
    expect(findFilterErrors(filter).map((error) => error.path)).toEqual(paths);
  });

  it("stops early in an endless filter", () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, { $in: [], "": 1 }]));
    expect(findFilterErrors({ body: wide }).length).toBeLessThan(600);
    expect(() => findFilterErrors({ body: deep(5000) })).not.toThrow();
  });
});
