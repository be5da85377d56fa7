import { describe, expect, it } from "vitest";
import { type CompiledFilter, compileFilter, type FilterInput, type FilterSet } from "./compile-filter";

const EMPTY: FilterInput = { body: undefined, headers: {}, query: {}, path: "/" };

function matches(filter: FilterSet, input: Partial<FilterInput>): boolean {
  return compileFilter(filter)({ ...EMPTY, ...input });
}

const BODY = {
  type: "invoice",
  amount: 120,
  note: "",
  paid: true,
  refund: null,
  tags: ["red", "blue"],
  customer: { name: "Ada", address: { city: "Berlin" } },
  items: [
    { sku: "a", qty: 1 },
    { sku: "b", qty: 5, gift: true },
  ],
  none: [],
};

const cases: [name: string, filter: object, expected: boolean][] = [
  ["a bare value is $eq", { type: "invoice" }, true],
  ["a bare list is compared as a whole", { tags: ["red", "blue"] }, true],
  ["a list in another order differs", { tags: ["blue", "red"] }, false],
  ["null equals null only", { refund: null }, true],
  ["null is not a missing field", { missing: null }, false],
  ["an object by $eq, keys in any order", { customer: { $eq: { address: { city: "Berlin" }, name: "Ada" } } }, true],
  ["an object by $eq must be whole", { customer: { $eq: { name: "Ada" } } }, false],
  ["a nested path", { customer: { address: { city: "Berlin" } } }, true],
  ["a dotted path", { "customer.address.city": "Berlin" }, true],
  ["a mixture of both", { customer: { "address.city": "Berlin" } }, true],
  ["an operator at the end of a dotted key", { "amount.$gt": 100 }, true],
  ["an element by number", { "items.1.sku": "b" }, true],
  ["the length of a list is no field", { "tags.length": 2 }, false],
  ["all keys must pass", { type: "invoice", amount: 121 }, false],
  ["$eq", { amount: { $eq: 120 } }, true],
  ["$eq on another type", { amount: "120" }, false],
  ["$neq", { amount: { $neq: 5 } }, true],
  ["$neq of the same", { amount: { $neq: 120 } }, false],
  ["$neq on a missing field", { missing: { $neq: 5 } }, false],
  ["$gt and $lt together", { amount: { $gt: 119, $lt: 121 } }, true],
  ["$gte", { amount: { $gte: 120 } }, true],
  ["$lte", { amount: { $lte: 119 } }, false],
  ["$gt on another type", { type: { $gt: 1 } }, false],
  ["$lt on null", { refund: { $lt: 1 } }, false],
  ["$gt orders text", { type: { $gt: "ink" } }, true],
  ["$in", { type: { $in: ["order", "invoice"] } }, true],
  ["$in on a missing field", { missing: { $in: ["a"] } }, false],
  ["$nin", { type: { $nin: ["order"] } }, true],
  ["$nin on a missing field", { missing: { $nin: ["a"] } }, false],
  ["$exist", { customer: { $exist: true } }, true],
  ["$exist of null", { refund: { $exist: true } }, true],
  ["$exist false", { missing: { $exist: false } }, true],
  ["$exist false below a missing field", { "missing.deeper": { $exist: false } }, true],
  ["$exist false of a field that is there", { note: { $exist: false } }, false],
  ["$startsWith", { type: { $startsWith: "inv" } }, true],
  ["$endsWith", { type: { $endsWith: "ice" } }, true],
  ["$startsWith on another type", { amount: { $startsWith: "1" } }, false],
  ["$regex anywhere in the text", { type: { $regex: "v.i" } }, true],
  ["$regex with a flag", { type: { $regex: "^(?i)INVOICE$" } }, true],
  ["$regex on another type", { amount: { $regex: "120" } }, false],
  ["$or", { $or: [{ type: "order" }, { amount: { $gt: 100 } }] }, true],
  ["$or under a field", { type: { $or: ["order", { $startsWith: "inv" }] } }, true],
  ["$and", { $and: [{ type: "invoice" }, { amount: 1 }] }, false],
  ["$not", { $not: { type: "order" } }, true],
  ["$not of a comparison with a missing field", { missing: { $not: { $eq: 1 } } }, true],
  ["any element of a list", { "tags.$": "blue" }, true],
  ["any element, written with a last dot", { "tags.$.": "blue" }, true],
  ["any element, nested", { tags: { $: "blue" } }, true],
  ["any element's field", { "items.$.sku": "b" }, true],
  ["one element with both", { "items.$": { sku: "a", qty: 5 } }, false],
  ["one element of each", { "items.$.sku": "a", "items.$.qty": 5 }, true],
  ["no element", { $not: { "items.$.sku": "z" } }, true],
  ["an element that lacks a field", { "items.$.gift": { $exist: false } }, true],
  ["an empty list is a missing field", { "none.$.sku": { $exist: false } }, true],
  ["any element of what is no list", { "type.$": "invoice" }, false],
  ["a list is not its element", { tags: "blue" }, false],
];

describe("the body", () => {
  it.each(cases)("%s", (_, filter, expected) => {
    expect(matches({ body: filter }, { body: BODY })).toBe(expected);
    expect(matches({ body: filter, is_flattened: true }, { body: BODY })).toBe(expected);
  });

  it("takes `$` at the root for a payload that is an array", () => {
    for (const key of ["$.id", ".$.id"])
      expect(matches({ body: { [key]: 2 } }, { body: [{ id: 1 }, { id: 2 }] })).toBe(true);
  });

  it("prefers a field whose own name contains the dots", () => {
    expect(matches({ body: { "a.b": 1 } }, { body: { "a.b": 1, a: { b: 2 } } })).toBe(true);
  });

  it("makes every comparison false without a JSON body", () => {
    expect(matches({ body: { type: { $neq: "x" } } }, {})).toBe(false);
    expect(matches({ body: { type: { $exist: false } } }, {})).toBe(true);
    expect(matches({ body: {} }, {})).toBe(true);
  });

  it("sees own properties only", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const filter = JSON.parse(`{"${name}": {"$exist": true}}`);
      expect(matches({ body: filter }, { body: {} })).toBe(false);
      expect(matches({ body: filter }, { body: JSON.parse(`{"${name}": 1}`) })).toBe(true);
    }
  });
});

describe("headers, query and path", () => {
  const input = {
    headers: { "X-GitHub-Event": "push", accept: ["text/html", "application/json"] },
    query: { tag: ["a", "b"], "user.name": "ada" },
    path: "/orders/42",
  };
  const sections: [string, FilterSet, boolean][] = [
    ["header names in any case", { headers: { "x-github-EVENT": "push" } }, true],
    ["a lower-case name in any case", { headers: { ACCEPT: "text/html" } }, true],
    ["one of a header's values", { headers: { accept: { $endsWith: "json" } } }, true],
    ["one of a header's values, by `$`", { headers: { "accept.$": "text/html" } }, true],
    ["a single value, by `$`", { headers: { "x-github-event.$": "push" } }, true],
    ["a header that is not there", { headers: { "x-none": { $neq: "a" } } }, false],
    ["one of a parameter's values", { query: { tag: "b" } }, true],
    ["a parameter with a dot in its name", { query: { "user.name": "ada" } }, true],
    ["$or over headers", { headers: { $or: [{ a: "1" }, { "x-github-event": "push" }] } }, true],
    ["a path as text", { path: "/orders/42" }, true],
    ["a path by operator", { path: { $startsWith: "/orders/" } }, true],
    ["all sections must pass", { path: "/orders/42", query: { tag: "c" } }, false],
    ["absent sections pass", { headers: null, body: {} }, true],
  ];
  it.each(sections)("%s", (_, filter, expected) => {
    expect(matches(filter, input)).toBe(expected);
  });
});

describe("a compiled filter", () => {
  it("is refused if it is invalid", () => {
    expect(() => compileFilter({ body: { a: { $gt: null } } })).toThrow("filter.body.a.$gt");
  });

  it("ends a regex that would backtrack for ever", () => {
    const compiled: CompiledFilter = compileFilter({ body: { text: { $regex: "^(a+)+$" } } });
    const before = process.cpuUsage();
    expect(compiled({ ...EMPTY, body: { text: `${"a".repeat(50_000)}b` } })).toBe(false);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
  });

  it("reads a payload of any depth", () => {
    const body = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
    expect(matches({ body: { a: { $eq: { a: { a: 1 } } } } }, { body })).toBe(false);
  });
});
