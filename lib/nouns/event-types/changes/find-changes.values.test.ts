import { describe } from "vitest";
import { a, object, table } from "@/lib/nouns/event-types/changes/find-changes.fixture";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { parseExact } from "@/lib/wire/exact-json";

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
