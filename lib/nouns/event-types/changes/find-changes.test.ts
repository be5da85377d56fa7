import { describe, expect, it } from "vitest";
import { findSchemaChanges, MAX_CHANGES } from "@/lib/nouns/event-types/changes/find-changes";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { parseExact } from "@/lib/wire/exact-json";

type Told = readonly (readonly ["breaking" | "compatible", string])[];

function told(before: SchemaObject | null, after: SchemaObject | null) {
  return findSchemaChanges(before, after).map(({ message, is_breaking }) => [
    is_breaking ? "breaking" : "compatible",
    message,
  ]);
}

/** Two schemas of `data`, and what is told of the way from the first to the second, and back. */
function table(cases: Record<string, { from: SchemaObject; to: SchemaObject; there: Told; back: Told }>): void {
  it.each(Object.entries(cases))("%s", (_name, { from, to, there, back }) => {
    expect(told(from, to)).toEqual(there);
    expect(told(to, from)).toEqual(back);
    expect(told(from, from)).toEqual([]);
    expect(told(to, to)).toEqual([]);
  });
}

const object = (properties: object, more: object = {}): SchemaObject => ({ type: "object", properties, ...more });
const a = (schema: unknown) => object({ a: schema });

describe("fields", () => {
  table({
    "an optional field is added": {
      from: object({}),
      to: object({ a: {} }),
      there: [["compatible", "`data.a` was added, optional"]],
      back: [["breaking", "`data.a` was removed"]],
    },
    "a required field is added": {
      from: object({}),
      to: object({ a: {} }, { required: ["a"] }),
      there: [["compatible", "`data.a` was added, required"]],
      back: [["breaking", "`data.a` was removed"]],
    },
    "a field is added to a closed object, which is compatible all the same": {
      from: object({}, { additionalProperties: false }),
      to: object({ a: {} }, { additionalProperties: false }),
      there: [["compatible", "`data.a` was added, optional"]],
      back: [["breaking", "`data.a` was removed"]],
    },
    "a field becomes required": {
      from: object({ a: {} }),
      to: object({ a: {} }, { required: ["a"] }),
      there: [["compatible", "`data.a` is now required"]],
      back: [["breaking", "`data.a` is now optional"]],
    },
    "a field that is only required, and not described": {
      from: object({}),
      to: object({}, { required: ["a"] }),
      there: [["compatible", "`data.a` was added, required"]],
      back: [["breaking", "`data.a` was removed"]],
    },
    "a field that may not be there is none": {
      from: object({ a: false }),
      to: object({ a: { type: "string" } }),
      there: [["compatible", "`data.a` was added, optional"]],
      back: [["breaking", "`data.a` was removed"]],
    },
    "a field of a nested object and of items": {
      from: object({ o: object({ lines: { type: "array", items: object({ sku: { type: "string" } }) } }) }),
      to: object({ o: object({ lines: { type: "array", items: object({ sku: { type: "integer" } }) } }) }),
      there: [["breaking", "The type of `data.o.lines[].sku` changed from string to integer"]],
      back: [["breaking", "The type of `data.o.lines[].sku` changed from integer to string"]],
    },
    "further fields": {
      from: object({}),
      to: object({}, { additionalProperties: false }),
      there: [["compatible", "`data` has no fields now but those named"]],
      back: [["compatible", "`data` may now have fields that are not named"]],
    },
    "a map of values": {
      from: object({}, { additionalProperties: { type: "string" } }),
      to: object({}, { additionalProperties: { type: ["string", "null"] } }),
      there: [["breaking", "`data.*` may now be null"]],
      back: [["compatible", "`data.*` is never null now"]],
    },
    "a map that ends": {
      from: object({}, { additionalProperties: { type: "string" } }),
      to: object({}, { additionalProperties: false }),
      there: [["breaking", "The fields `data.*` were removed"]],
      back: [["compatible", "The fields `data.*` were added"]],
    },
    "a map of anything": {
      from: object({}, { additionalProperties: { type: "string" } }),
      to: object({}, { additionalProperties: true }),
      there: [["breaking", "The fields `data.*` may now have any value"]],
      back: [["compatible", "The fields `data.*` were added"]],
    },
    "fields by pattern": {
      from: object({}, { patternProperties: { "^x-": { type: "string" } } }),
      to: object({}, { patternProperties: { "^x-": { type: "number" }, "^y-": {} } }),
      there: [
        ["breaking", "The type of `data./^x-/` changed from string to number"],
        ["compatible", "The fields `data./^y-/` were added"],
      ],
      back: [
        ["breaking", "The type of `data./^x-/` changed from number to string"],
        ["breaking", "The fields `data./^y-/` were removed"],
      ],
    },
    "names that a path could not show": {
      from: object({ "a b": {}, "c.d": {} }),
      to: object({ "c.d": {} }),
      there: [["breaking", '`data["a b"]` was removed']],
      back: [["compatible", '`data["a b"]` was added, optional']],
    },
    "a field is deprecated": {
      from: a({ type: "string" }),
      to: a({ type: "string", deprecated: true }),
      there: [["compatible", "`data.a` is now deprecated"]],
      back: [],
    },
  });
});

describe("types", () => {
  table({
    "another type": {
      from: object({ id: { type: "integer" } }),
      to: object({ id: { type: "string" } }),
      there: [["breaking", "The type of `data.id` changed from integer to string"]],
      back: [["breaking", "The type of `data.id` changed from string to integer"]],
    },
    "another type tells nothing of what it had": {
      from: a({ type: "object", properties: { x: {} } }),
      to: a({ type: "string", maxLength: 3 }),
      there: [["breaking", "The type of `data.a` changed from object to string"]],
      back: [["breaking", "The type of `data.a` changed from string to object"]],
    },
    "an integer is a number": {
      from: a({ type: "integer" }),
      to: a({ type: "number" }),
      there: [["breaking", "The type of `data.a` changed from integer to number"]],
      back: [["compatible", "The type of `data.a` changed from number to integer"]],
    },
    "one more type": {
      from: a({ type: "string" }),
      to: a({ type: ["string", "boolean"] }),
      there: [["breaking", "The type of `data.a` changed from string to string or boolean"]],
      back: [["compatible", "The type of `data.a` changed from string or boolean to string"]],
    },
    null: {
      from: a({ type: "string" }),
      to: a({ type: ["string", "null"] }),
      there: [["breaking", "`data.a` may now be null"]],
      back: [["compatible", "`data.a` is never null now"]],
    },
    "null by anyOf, and with a reference": {
      from: { ...a({ $ref: "#/$defs/s" }), $defs: { s: { type: "string" } } },
      to: { ...a({ anyOf: [{ $ref: "#/$defs/s" }, { type: "null" }] }), $defs: { s: { type: "string" } } },
      there: [["breaking", "`data.a` may now be null"]],
      back: [["compatible", "`data.a` is never null now"]],
    },
    "any type": {
      from: a({ type: "string" }),
      to: a({}),
      there: [["breaking", "`data.a` may now be of any type (it was string)"]],
      back: [["compatible", "`data.a` is now string (it was of any type)"]],
    },
    "types by their values": {
      from: a({ enum: ["x", 1] }),
      to: a({ type: "string", enum: ["x"] }),
      there: [
        ["compatible", "The type of `data.a` changed from string or integer to string"],
        ["compatible", "`data.a` no longer allows 1"],
      ],
      back: [
        ["breaking", "The type of `data.a` changed from string to string or integer"],
        ["breaking", "`data.a` may now also be 1"],
      ],
    },
    "the same types in other words": {
      from: a({ type: ["string", "integer"] }),
      to: a({ anyOf: [{ type: "integer" }, { type: "string" }] }),
      there: [],
      back: [],
    },
  });
});

describe("values", () => {
  table({
    "a value of an enum": {
      from: object({ status: { type: "string", enum: ["paid", "pending"] } }),
      to: object({ status: { type: "string", enum: ["paid"] } }),
      there: [["compatible", '`data.status` no longer allows "pending"']],
      back: [["breaking", '`data.status` may now also be "pending"']],
    },
    "an enum as a whole": {
      from: a({ type: "string" }),
      to: a({ type: "string", enum: ["x", "y"] }),
      there: [["compatible", '`data.a` is now limited to "x", "y"']],
      back: [["breaking", '`data.a` is no longer limited to "x", "y"']],
    },
    "a constant": {
      from: a({ const: "x" }),
      to: a({ const: "y" }),
      there: [
        ["breaking", '`data.a` may now also be "y"'],
        ["compatible", '`data.a` no longer allows "x"'],
      ],
      back: [
        ["breaking", '`data.a` may now also be "x"'],
        ["compatible", '`data.a` no longer allows "y"'],
      ],
    },
    "the order of an enum": { from: a({ enum: ["x", "y"] }), to: a({ enum: ["y", "x"] }), there: [], back: [] },
    "null in an enum is told once": {
      from: a({ enum: ["x"] }),
      to: a({ enum: ["x", null] }),
      there: [["breaking", "`data.a` may now be null"]],
      back: [["compatible", "`data.a` is never null now"]],
    },
    "numbers that no double holds": {
      from: parseExact('{"enum": [9007199254740993, 1.0]}') as SchemaObject,
      to: parseExact('{"enum": [9007199254740993, 1, 9007199254740995]}') as SchemaObject,
      there: [["breaking", "`data` may now also be 9007199254740995"]],
      back: [["compatible", "`data` no longer allows 9007199254740995"]],
    },
  });
});

describe("limits and other rules", () => {
  /** Written so, because an object with a field of this name is taken for a promise. */
  const conditional = (type: string) => JSON.parse(`{"if": {"const": 1}, "then": {"type": "${type}"}}`);

  table({
    "a lower limit": {
      from: a({ type: "number", minimum: 0 }),
      to: a({ type: "number", minimum: 1 }),
      there: [["compatible", "`minimum` of `data.a` changed from 0 to 1"]],
      back: [["breaking", "`minimum` of `data.a` changed from 1 to 0"]],
    },
    "an upper limit": {
      from: a({ type: "string", maxLength: 10 }),
      to: a({ type: "string", maxLength: 20 }),
      there: [["breaking", "`maxLength` of `data.a` changed from 10 to 20"]],
      back: [["compatible", "`maxLength` of `data.a` changed from 20 to 10"]],
    },
    "a limit that ends": {
      from: a({ type: "array", maxItems: 3 }),
      to: a({ type: "array" }),
      there: [["breaking", "`maxItems` of `data.a` was removed (it was 3)"]],
      back: [["compatible", "`maxItems` of `data.a` was added: 3"]],
    },
    "a count of at least 0 is no limit": { from: a({ minLength: 0 }), to: a({}), there: [], back: [] },
    "a pattern": {
      from: a({ type: "string", pattern: "^a" }),
      to: a({ type: "string", pattern: "^b" }),
      there: [["breaking", "`pattern` of `data.a` changed"]],
      back: [["breaking", "`pattern` of `data.a` changed"]],
    },
    "a format": {
      from: a({ type: "string" }),
      to: a({ type: "string", format: "date-time" }),
      there: [["compatible", "`format` of `data.a` was added"]],
      back: [["breaking", "`format` of `data.a` was removed"]],
    },
    "multiples of a multiple": {
      from: a({ type: "integer", multipleOf: 5 }),
      to: a({ type: "integer", multipleOf: 10 }),
      there: [["compatible", "`multipleOf` of `data.a` changed"]],
      back: [["breaking", "`multipleOf` of `data.a` changed"]],
    },
    "unique items": {
      from: a({ type: "array", uniqueItems: true }),
      to: a({ type: "array", uniqueItems: false }),
      there: [["breaking", "`uniqueItems` of `data.a` was removed"]],
      back: [["compatible", "`uniqueItems` of `data.a` was added"]],
    },
    "a condition that nobody can compare": {
      from: a(conditional("integer")),
      to: a(conditional("number")),
      there: [["breaking", "`if` of `data.a` changed"]],
      back: [["breaking", "`if` of `data.a` changed"]],
    },
    "what a rule refers to": {
      from: { ...a({ not: { $ref: "#/$defs/n" } }), $defs: { n: { type: "string" } } },
      to: { ...a({ not: { $ref: "#/$defs/n" } }), $defs: { n: { type: "boolean" } } },
      there: [["breaking", "`not` of `data.a` changed"]],
      back: [["breaking", "`not` of `data.a` changed"]],
    },
    "words for people": {
      from: a({ type: "string", description: "Old", title: "T", examples: ["x"], default: "y" }),
      to: a({ type: "string", description: "New", $comment: "c" }),
      there: [],
      back: [],
    },
  });
});

describe("lists and forms", () => {
  const card = { title: "card", type: "object", properties: { last4: { type: "string" } } };
  const bank = { title: "bank", type: "object", properties: { iban: { type: "string" } } };
  table({
    "items of any kind": {
      from: a({ type: "array", items: { type: "string" } }),
      to: a({ type: "array" }),
      there: [["breaking", "`data.a[]` may now be of any type (it was string)"]],
      back: [["compatible", "`data.a[]` is now string (it was of any type)"]],
    },
    "a tuple": {
      from: a({ type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] }),
      to: a({ type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }] }),
      there: [["breaking", "The type of `data.a[1]` changed from integer to boolean"]],
      back: [["breaking", "The type of `data.a[1]` changed from boolean to integer"]],
    },
    "one more form": {
      from: a({ oneOf: [card, bank] }),
      to: a({ oneOf: [card, bank, { title: "cash", type: "object" }] }),
      there: [["breaking", "`data.a` has a new form: cash"]],
      back: [["compatible", "`data.a` no longer has the form cash"]],
    },
    "forms in another order": { from: a({ oneOf: [card, bank] }), to: a({ anyOf: [bank, card] }), there: [], back: [] },
    "a field of a form": {
      from: a({ oneOf: [card, bank] }),
      to: a({ oneOf: [{ ...bank, required: ["iban"] }, card] }),
      there: [["compatible", "`data.a(bank).iban` is now required"]],
      back: [["breaking", "`data.a(bank).iban` is now optional"]],
    },
    "forms known by a constant": {
      from: a({ oneOf: [object({ kind: { const: "x" } }), object({ kind: { const: "y" }, n: {} })] }),
      to: a({ oneOf: [object({ kind: { const: "y" } }), object({ kind: { const: "x" } })] }),
      there: [["breaking", '`data.a(kind "y").n` was removed']],
      back: [["compatible", '`data.a(kind "y").n` was added, optional']],
    },
    "parts of allOf count together": {
      from: { allOf: [{ $ref: "#/$defs/base" }, object({ b: {} })], $defs: { base: object({ a: {} }) } },
      to: object({ a: {}, b: {} }),
      there: [],
      back: [],
    },
    "a definition that several fields refer to": {
      from: { ...object({ x: { $ref: "#/$defs/m" }, y: { $ref: "#/$defs/m" } }), $defs: { m: { type: "integer" } } },
      to: { ...object({ x: { $ref: "#/$defs/m" }, y: { $ref: "#/$defs/m" } }), $defs: { m: { type: "string" } } },
      there: [
        ["breaking", "The type of `data.x` changed from integer to string"],
        ["breaking", "The type of `data.y` changed from integer to string"],
      ],
      back: [
        ["breaking", "The type of `data.x` changed from string to integer"],
        ["breaking", "The type of `data.y` changed from string to integer"],
      ],
    },
  });
});

describe("no schema", () => {
  it("is anything", () => {
    expect(told(null, null)).toEqual([]);
    expect(told(null, object({}))).toEqual([["compatible", "`data` has a schema now; it could be anything before"]]);
    expect(told(object({}), null)).toEqual([["breaking", "The schema was removed: `data` may be anything"]]);
  });
});

describe("a hostile schema", () => {
  const quickly = (before: SchemaObject, after: SchemaObject) => {
    const start = process.cpuUsage();
    const changes = findSchemaChanges(before, after);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3_000);
    expect(changes.length).toBeLessThanOrEqual(MAX_CHANGES);
    return changes;
  };

  it("that refers to itself is told as too deep, and is breaking", () => {
    const tree: SchemaObject = { properties: { l: { $ref: "#" }, r: { $ref: "#" } } };
    expect(quickly(tree, tree)[0]).toMatchObject({ message: expect.stringContaining("too deep"), is_breaking: true });
    const around: SchemaObject = {
      allOf: [{ $ref: "#/$defs/a" }],
      $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
    };
    expect(quickly(around, around)).toEqual([]);
    const forms: SchemaObject = {
      anyOf: Array.from({ length: 9 }, () => ({ properties: { x: { $ref: "#" } }, anyOf: [{ $ref: "#" }, {}] })),
    };
    quickly(forms, { ...forms, title: "x" });
    const not: SchemaObject = { not: { $ref: "#" } };
    expect(quickly(not, not)).toEqual([{ path: "data", message: "`not` of `data` changed", is_breaking: true }]);
  });

  it("of many laughs ends in time", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `l${i}`,
        { anyOf: [{ $ref: `#/$defs/l${i + 1}` }, { properties: { x: { $ref: `#/$defs/l${i + 1}` } } }] },
      ]),
    );
    const schema = { $ref: "#/$defs/l0", $defs: { ...$defs, l20: { type: "string" } } };
    quickly(schema, { ...schema, $defs: { ...schema.$defs, l20: { type: "integer" } } });
  });

  it("with a thousand changes tells a hundred, the breaking ones first, and of the rest how many there are", () => {
    const many = (prefix: string) =>
      object(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${prefix}${i}`, {}])));
    const changes = quickly(many("a"), many("b"));
    expect(changes).toHaveLength(MAX_CHANGES);
    expect(changes.at(-1)).toEqual({ path: "data", message: "1901 more changes", is_breaking: true });
  });

  it("is told by its own fields, whatever they are called", () => {
    const from = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {}, "toString": {}}}');
    const to = JSON.parse('{"properties": {"__proto__": {"type": "integer"}, "toString": {}}}');
    expect(told(from, to)).toEqual([
      ["breaking", "The type of `data.__proto__` changed from string to integer"],
      ["breaking", "`data.constructor` was removed"],
    ]);
    expect(told(from, object({}))).toHaveLength(4);
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });

  it("with long names, values and wrong keywords is told in short", () => {
    const from = object({ ["n".repeat(5_000)]: { enum: ["v".repeat(5_000)] } });
    const [change] = findSchemaChanges(from, object({}));
    expect(change?.message.length).toBeLessThan(400);
    expect(() =>
      findSchemaChanges({ properties: 1, required: "a", enum: 3, allOf: {} }, { items: [1], type: 7 }),
    ).not.toThrow();
  });
});
