import { describe, expect, it } from "vitest";
import { a, object, table, told } from "@/lib/nouns/event-types/changes/find-changes.fixture";

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

describe("no schema", () => {
  it("is anything", () => {
    expect(told(null, null)).toEqual([]);
    expect(told(null, object({}))).toEqual([["compatible", "`data` has a schema now; it could be anything before"]]);
    expect(told(object({}), null)).toEqual([["breaking", "The schema was removed: `data` may be anything"]]);
  });
});
