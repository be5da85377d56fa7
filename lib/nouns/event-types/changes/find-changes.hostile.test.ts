import { describe, expect, it } from "vitest";
import { findSchemaChanges, MAX_CHANGES } from "@/lib/nouns/event-types/changes/find-changes";
import { object, told } from "@/lib/nouns/event-types/changes/find-changes.fixture";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";

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
