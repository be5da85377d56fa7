import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileFilter } from "./compile-filter";
import { findFilterErrors } from "./validate-filter";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Model = { [key: string]: Json };

/** The filter language as plainly as possible: nested keys only, no precompiling. */
function holds(filter: Json, value: Json | undefined): boolean {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) return same(value, filter);
  return Object.entries(filter).every(([key, operand]) => {
    const list = operand as Json[];
    if (key === "$and") return list.every((part) => holds(part, value));
    if (key === "$or") return list.some((part) => holds(part, value));
    if (key === "$not") return !holds(operand, value);
    if (key === "$exist") return (value !== undefined) === operand;
    if (key === "$") {
      const elements = Array.isArray(value) && value.length > 0 ? value : [undefined];
      return elements.some((element) => holds(operand, element));
    }
    if (!key.startsWith("$")) return holds(operand, field(value, key));
    if (value === undefined) return false;
    if (key === "$eq") return same(value, operand);
    if (key === "$neq") return !same(value, operand);
    if (key === "$in") return list.some((element) => same(value, element));
    if (key === "$nin") return !list.some((element) => same(value, element));
    if (typeof value !== typeof operand || value === null || operand === null) return false;
    if (key === "$gt") return value > operand;
    if (key === "$gte") return value >= operand;
    if (key === "$lt") return value < operand;
    if (key === "$lte") return value <= operand;
    if (key === "$startsWith") return String(value).indexOf(String(operand)) === 0 && typeof value === "string";
    throw new Error(`no such operator: ${key}`);
  });
}

function field(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
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

/** The same filter with its chains of single keys written as one dotted key. */
function flatten(filter: Json): Json {
  if (typeof filter !== "object" || filter === null) return filter;
  if (Array.isArray(filter)) return filter.map(flatten);
  return Object.fromEntries(
    Object.entries(filter).map(([key, operand]): [string, Json] => {
      if (key.startsWith("$") && key !== "$")
        return [key, key === "$and" || key === "$or" || key === "$not" ? flatten(operand) : operand];
      const inner = flatten(operand);
      if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return [key, inner];
      const entries = Object.entries(inner);
      const only = entries[0];
      return entries.length === 1 && only ? [`${key}.${only[0]}`, only[1]] : [key, inner];
    }),
  );
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
