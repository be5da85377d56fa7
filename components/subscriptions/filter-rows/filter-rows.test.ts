import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileFilter, type FilterSet } from "@/lib/filter/compile-filter";
import { findFilterErrors } from "@/lib/filter/validate-filter";
import { parseExact } from "@/lib/wire/exact-json";
import { type FilterNode, newRow } from "./filter-tree";
import { findFieldError, findValueError } from "./find-row-error";
import { judgeTree } from "./judge-tree";
import { readTree } from "./read-tree";
import { fitValue, readValue, writeValue } from "./row-value";
import { listSampleFields } from "./sample-fields";
import { writeTree } from "./write-tree";

const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, "", "a", "ab", "b, c");
const name = fc.constantFrom("a", "b", "c", "a.b", "c.$", "$.a", "__proto__");

const { condition } = fc.letrec((tie) => ({
  comparison: fc.oneof(
    fc.record({ $eq: scalar }),
    fc.record({ $neq: fc.oneof(scalar, fc.constant({ a: 1 })) }),
    fc.record({ $gt: fc.constantFrom(0, 1, "a") }),
    fc.record({ $gte: fc.constantFrom(1, "a"), $lt: fc.constantFrom(2, "b") }),
    fc.record({ $lte: fc.constantFrom(0, 1, "a") }),
    fc.record({ $in: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $nin: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $exist: fc.boolean() }),
    fc.record({ $regex: fc.constantFrom("^a", "b$") }),
    fc.record({ $startsWith: fc.constantFrom("a", "b"), $endsWith: fc.constantFrom("a", "b") }),
  ),
  value: fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 3, arbitrary: tie("comparison") }, tie("condition")),
  condition: fc.oneof(
    { maxDepth: 5 },
    { weight: 4, arbitrary: fc.dictionary(name, tie("value"), { minKeys: 1, maxKeys: 3 }) },
    fc.record({ $or: fc.array(tie("value"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $and: fc.array(tie("value"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $not: tie("value") }),
    fc.record({ "a.b.$or": fc.array(tie("value"), { minLength: 1, maxLength: 2 }), "b.c.$not": tie("value") }),
    fc.record({ "a.b.$gt": fc.constantFrom(0, "a"), "c.$exist": fc.boolean() }),
  ),
}));

const body = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 2, arbitrary: scalar },
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "a.b", "__proto__"), tie("value"), { maxKeys: 4 }),
  ),
})).value;

const texts = fc.dictionary(
  fc.constantFrom("a", "b"),
  fc.oneof(fc.constantFrom("a", "ab"), fc.array(fc.constantFrom("a", "b", "ab"))),
);
const flat = fc.dictionary(
  fc.constantFrom("a", "b", "B"),
  fc.constantFrom<unknown>("a", { $startsWith: "a", $endsWith: "b" }, { $or: ["a", { $regex: "b" }] }, { $not: "a" }),
);

const input = fc.record({ body, headers: texts, query: texts, path: fc.constantFrom("/", "/a") }) as fc.Arbitrary<
  Parameters<ReturnType<typeof compileFilter>>[0]
>;
const filter = fc.record({
  body: fc.oneof(fc.constant({}), condition),
  headers: flat,
  query: flat,
  path: fc.constantFrom<unknown>({}, "/a", { $startsWith: "/a", $endsWith: "a" }, { $or: ["/", "/b"] }),
}) as fc.Arbitrary<FilterSet>;

const rewrite = (one: FilterSet) => writeTree(readTree(one));
const rowsOf = (nodes: FilterNode[]): FilterNode[] =>
  nodes.flatMap((node) => [node, ...(node.kind === "group" ? rowsOf(node.parts) : [])]);

describe("rows of a filter", () => {
  it("mean what the JSON means, for every operator, after they are written back", () => {
    const seen = { passing: 0, refused: 0 };
    fc.assert(
      fc.property(filter, fc.array(input, { minLength: 1, maxLength: 4 }), (one, inputs) => {
        fc.pre(findFilterErrors(one).length === 0);
        const text = rewrite(one);
        const again = parseExact(text === "" ? "{}" : text) as FilterSet;
        expect(findFilterErrors(again)).toEqual([]);
        for (const each of inputs) {
          const passes = compileFilter(one)(each);
          expect(compileFilter(again)(each)).toBe(passes);
          seen[passes ? "passing" : "refused"] += 1;
        }
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(seen.passing, seen.refused)).toBeGreaterThan(100);
  });

  it.each([
    '{"body":{"total":{"$gte":100,"$lt":200},"currency":{"$in":["EUR","CHF"]}}}',
    '{"body":{"$or":[{"a":1},{"b":{"$exist":false}}]},"headers":{"x-region":"eu"}}',
    '{"body":{"items.$":{"sku":"a","qty":{"$gt":1}}},"path":{"$startsWith":"/orders"},"is_flattened":true}',
    '{"body":{"$not":{"$or":[{"a":null},{"b":true}]},"id":9007199254740993}}',
    '{"body":{"a.b.$gt":1,"c":{"d":{"$eq":{"e":[1]}}}}}',
  ])("are written as %s was", (text) => {
    expect(rewrite(parseExact(text) as FilterSet).replace(/\s/g, "")).toBe(text);
  });

  it("keep what they cannot show as it is", () => {
    const deep = '{"body":{"a":{"b":{"c":{"d":{"e":{"f":1}}}}},"$exist":true,"$or":[1,{"a":2}]}}';
    const tree = readTree(parseExact(deep) as FilterSet);
    expect(rowsOf(tree.sections.body).filter(({ kind }) => kind === "kept")).toHaveLength(3);
    expect(JSON.parse(writeTree(tree))).toEqual({
      body: { a: { b: { c: { d: { e: { f: 1 } } } } }, $exist: true, $or: [{ $eq: 1 }, { a: 2 }] },
    });
  });

  it("write an unfinished row as JSON that cannot be saved", () => {
    const tree = readTree({});
    const unnamed = newRow();
    tree.sections.body.push(unnamed);
    expect(findFilterErrors(JSON.parse(writeTree(tree)))).toHaveLength(1);
    expect(findFieldError("", { section: "body", named: false })).toBe("Name the field, such as order.total.");
    expect(findFieldError("total.$gt", { section: "body", named: false })).toMatch(/Choose the operator/);
    const unfinished = {
      ...newRow("total"),
      operator: "$gte" as const,
      value: { kind: "number" as const, text: '1, "b": 2' },
    };
    tree.sections.body.splice(0, 1, unfinished);
    expect(() => JSON.parse(writeTree(tree))).toThrow();
    expect(findValueError(unfinished)).toBe("Write a number, such as 100.");
    expect(findValueError({ ...unfinished, operator: "$regex", value: { kind: "text", text: "(" } })).toMatch(/RE2/);
    expect(findValueError({ ...unfinished, operator: "$in", value: { kind: "texts", text: " , " } })).toMatch(/list/);
  });
});

describe("a row's value", () => {
  it("keeps what was typed when another operator takes it", () => {
    expect(fitValue({ kind: "number", text: "7" }, "$in")).toEqual({ kind: "numbers", text: "7" });
    expect(fitValue({ kind: "texts", text: "a, b" }, "$eq")).toEqual({ kind: "text", text: "a, b" });
    expect(fitValue({ kind: "text", text: "a" }, "$exist")).toEqual({ kind: "boolean", text: "true" });
  });

  it("is read as a list of texts only if no text has a comma", () => {
    expect(readValue("$in", ["a", "b"])).toEqual({ kind: "texts", text: "a, b" });
    const odd = readValue("$in", ["a, b", "c"]);
    expect(odd.kind).toBe("json");
    expect(JSON.parse(writeValue(odd) ?? "")).toEqual(["a, b", "c"]);
  });
});

describe("judgeTree", () => {
  it("says which condition of a filter fails on an event", () => {
    const tree = readTree({
      body: { "items.$": { sku: "a", qty: { $gt: 1 } }, total: { $gte: 100 } },
      path: "/orders",
    });
    const event = {
      body: {
        items: [
          { sku: "a", qty: 1 },
          { sku: "b", qty: 2 },
        ],
        total: 99,
      },
      headers: {},
      query: {},
    };
    const verdicts = judgeTree(tree, { ...event, path: "/orders" });
    const [items, total] = tree.sections.body;
    const [sku, qty] = items?.kind === "group" ? items.parts : [];
    const judged = [items, sku, qty, total, tree.sections.path[0]].map((node) => verdicts.get(node?.id ?? ""));
    expect(judged).toEqual([false, true, true, false, true]);
    expect(judgeTree(tree, { ...event, path: "" }).has(tree.sections.path[0]?.id ?? "")).toBe(false);
  });
});

describe("listSampleFields", () => {
  it("names the fields of an event with their kinds, those of all elements once", () => {
    const body = { total: 149.9, ok: true, items: [{ sku: "a" }, { sku: "b", qty: 2 }], $odd: 1 };
    const fields = listSampleFields({ body, headers: { "x-region": "eu" }, query: {}, path: "/" });
    expect(fields.body.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      "total number",
      "ok boolean",
      "items json",
      "items.$ json",
      "items.$.sku text",
      "items.$.qty number",
    ]);
    expect(fields.headers).toEqual([{ path: "x-region", kind: "text", shown: '"eu"' }]);
  });
});
