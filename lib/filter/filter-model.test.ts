import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileFilter } from "./compile-filter";
import { findFilterErrors } from "./validate-filter";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Model = { [key: string]: Json };

/** The filter language as plainly as possible: nested keys only, no precompiling. */
function holds(filter: Json, value: Json | undefined): boolean {
  if (!isObject(filter)) return same(value, filter);
  return Object.entries(filter).every(([key, operand]) => {
    if (!key.startsWith("$")) return holds(operand, field(value, key));
    const compound = COMPOUNDS[key];
    if (compound) return compound(operand, value);
    const compare = COMPARISONS[key];
    if (!compare) throw new Error(`no such operator: ${key}`);
    return value !== undefined && compare(value, operand);
  });
}

const COMPOUNDS: Record<string, (operand: Json, value: Json | undefined) => boolean> = {
  $and: (parts, value) => listOf(parts).every((part) => holds(part, value)),
  $or: (parts, value) => listOf(parts).some((part) => holds(part, value)),
  $not: (part, value) => !holds(part, value),
  $exist: (expected, value) => (value !== undefined) === expected,
  $: (part, value) => {
    const elements = Array.isArray(value) && value.length > 0 ? value : [undefined];
    return elements.some((element) => holds(part, element));
  },
};

const COMPARISONS: Record<string, (value: Json, operand: Json) => boolean> = {
  $eq: (value, operand) => same(value, operand),
  $neq: (value, operand) => !same(value, operand),
  $in: (value, operand) => listOf(operand).some((element) => same(value, element)),
  $nin: (value, operand) => !listOf(operand).some((element) => same(value, element)),
  $gt: ordered((value, operand) => value > operand),
  $gte: ordered((value, operand) => value >= operand),
  $lt: ordered((value, operand) => value < operand),
  $lte: ordered((value, operand) => value <= operand),
  $startsWith: (value, operand) => typeof value === "string" && value.indexOf(String(operand)) === 0,
};

function listOf(operand: Json): Json[] {
  return operand as Json[];
}

/** Only values of one type have an order. */
function ordered(compare: (value: Exclude<Json, null>, operand: Exclude<Json, null>) => boolean) {
  return (value: Json, operand: Json) =>
    typeof value === typeof operand && value !== null && operand !== null && compare(value, operand);
}

function isObject(value: Json | undefined): value is Model {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function field(value: Json | undefined, name: string): Json | undefined {
  if (!isObject(value)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function same(a: Json | undefined, b: Json): boolean {
  return a !== undefined && canonical(a) === canonical(b);
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join()}}`;
}

const name = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
const scalar = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, 2, "", "a", "ab", "b"),
  fc.integer({ min: -2, max: 3 }),
);

/** Objects as JSON.parse creates them: `__proto__` is an own key. */
function objectOf(key: fc.Arbitrary<string>, value: fc.Arbitrary<Json>, minLength = 0): fc.Arbitrary<Model> {
  return fc
    .array(fc.tuple(key, value), { minLength, maxLength: 3 })
    .map((entries) => JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`));
}

const { value: payload } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie("value"), { maxLength: 3 }), objectOf(name, tie("value"))),
}));

const comparison: fc.Arbitrary<Model> = fc.oneof(
  fc.tuple(fc.constantFrom("$eq", "$neq"), payload).map(([key, operand]) => ({ [key]: operand })),
  fc
    .tuple(
      fc.constantFrom("$gt", "$gte", "$lt", "$lte"),
      fc.oneof(fc.integer({ min: -1, max: 2 }), fc.constantFrom("a", "b")),
    )
    .map(([key, operand]) => ({ [key]: operand })),
  fc
    .tuple(fc.constantFrom("$in", "$nin"), fc.array(scalar, { minLength: 1, maxLength: 3 }))
    .map(([k, list]) => ({ [k]: list })),
  fc.boolean().map((exist) => ({ $exist: exist })),
  fc.constantFrom("", "a", "b").map((text) => ({ $startsWith: text })),
);

const { condition } = fc.letrec<{ condition: Model }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    comparison,
    objectOf(fc.oneof(name, fc.constant("$")), fc.oneof(tie("condition"), scalar), 1),
    fc.array(tie("condition"), { minLength: 1, maxLength: 2 }).map((parts) => ({ $and: parts })),
    fc.array(tie("condition"), { minLength: 1, maxLength: 2 }).map((parts) => ({ $or: parts })),
    tie("condition").map((part) => ({ $not: part })),
  ),
}));

const WITH_CONDITIONS = new Set(["$and", "$or", "$not"]);

/** The same filter with its chains of single keys written as one dotted key. */
function flatten(filter: Json): Json {
  if (Array.isArray(filter)) return filter.map(flatten);
  return isObject(filter) ? Object.fromEntries(Object.entries(filter).map(flattenEntry)) : filter;
}

function flattenEntry([key, operand]: [string, Json]): [string, Json] {
  if (WITH_CONDITIONS.has(key)) return [key, flatten(operand)];
  if (key.startsWith("$") && key !== "$") return [key, operand];
  const inner = flatten(operand);
  if (!isObject(inner)) return [key, inner];
  const [only, ...others] = Object.entries(inner);
  return only && others.length === 0 ? [`${key}.${only[0]}`, only[1]] : [key, inner];
}

function run(filter: Model, body: Json, isFlattened = false): boolean {
  return compileFilter({ body: filter, is_flattened: isFlattened })({ body, headers: {}, query: {}, path: "/" });
}

describe("any filter over any payload", () => {
  it("means what the plain model says", () => {
    fc.assert(
      fc.property(condition, payload, (filter, body) => {
        expect(run(filter, body)).toBe(holds(filter, body));
      }),
      { numRuns: 3000 },
    );
  });

  it("means the same nested and dotted", () => {
    fc.assert(
      fc.property(condition, payload, (filter, body) => {
        expect(run(flatten(filter) as Model, body, true)).toBe(run(filter, body));
      }),
      { numRuns: 2000 },
    );
  });

  it("is either refused with sentences or compiled, and never throws on an event", () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.anything(), (filter, body) => {
        const wild = { body: { ...filter, $or: [{ a: filter.a }] } };
        for (const { message } of findFilterErrors(wild)) expect(message).toMatch(/\.$/);
        if (findFilterErrors(wild).length > 0) return;
        expect(typeof compileFilter(wild)({ body, headers: {}, query: {}, path: "" })).toBe("boolean");
      }),
      { numRuns: 1000 },
    );
  });
});
