import { expect, it } from "vitest";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { describeFields } from "@/lib/public-pages/describe-fields";

const told = (schema: SchemaObject) =>
  describeFields(schema).fields.map(
    ({ parent, name, type, isRequired }) => `${parent}${name}${isRequired ? "!" : ""} ${type}`,
  );

it("lists the fields of objects, lists, maps and forms in their order", () => {
  const schema = {
    type: "object",
    required: ["id"],
    properties: {
      id: { $ref: "#/$defs/id" },
      lines: {
        type: "array",
        items: { properties: { sku: { type: ["string", "null"], format: "uuid" } }, type: "object" },
      },
      grid: {
        type: "array",
        items: { type: "array", items: { type: "object", properties: { x: { type: "number" } } } },
      },
      labels: { type: "object", additionalProperties: { type: "string" } },
      method: {
        oneOf: [
          { type: "object", properties: { iban: {} } },
          { type: "object", properties: { last4: {} } },
        ],
      },
    },
    $defs: { id: { type: "integer", minimum: 1, description: "The id." } },
  };
  expect(told(schema)).toEqual([
    "id! integer",
    "lines array of object",
    "lines[].sku string or null (uuid)",
    "grid array of array",
    "grid[][].x number",
    "labels object",
    "labels.* string",
    "method object",
    "method.iban any",
    "method.last4 any",
  ]);
  expect(describeFields(schema).fields[0]).toMatchObject({ description: "The id.", limits: ["minimum 1"] });
});

it("tells values and limits once each", () => {
  const schema = {
    properties: { a: { allOf: [{ maxLength: 3 }, { maxLength: 3, enum: ["x", null] }] }, b: { const: 7 } },
  };
  expect(describeFields(schema).fields.map(({ limits }) => limits)).toEqual([
    ['one of "x", null', "maxLength 3"],
    ["always 7"],
  ]);
});

it("ends in time, and says that something is left out, whatever the schema is", () => {
  const start = process.cpuUsage();
  const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`f${at}`, {}]));
  expect(describeFields({ properties: many })).toMatchObject({ isCut: true });
  const tree = {
    properties: { l: { $ref: "#" }, r: { $ref: "#" }, n: { $ref: "#" } },
    items: { $ref: "#" },
    anyOf: [{ $ref: "#" }, {}],
  };
  expect(describeFields(tree).isCut).toBe(true);
  const odd = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {}}}');
  expect(told(odd)).toEqual(["__proto__ string", "constructor any"]);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3_000);
});
