import type { Ajv2020 } from "ajv/dist/2020.js";
import type { DataValidationCxt, SchemaValidateFunction } from "ajv/dist/types/index.js";
import { createMembership, jsonEqual } from "@/lib/filter/json-equal";
import { isMultipleOf } from "@/lib/wire/decimal";
import { compareNumbers, ExactNumber, isJsonNumber, type JsonNumber, toDecimal } from "@/lib/wire/exact-json";

/**
 * JSON Schema over numbers that no double can represent. Ajv gets a payload in which a stand-in of the same type
 * replaces each of them; the keywords that look at a number's value are ours, and look the number itself up.
 */

/** A container of stand-ins, and its original. */
const originals = new WeakMap<object, unknown>();
const ROOT = "root";

type Context = Pick<DataValidationCxt, "parentData" | "parentDataProperty">;
/** `toTest` is called once with the schema's value of the keyword. */
type Rule = { toTest: (given: unknown) => (value: unknown) => boolean; message: (given: unknown) => string };

const bound = (holds: (order: number) => boolean, sign: string): Rule => ({
  toTest: (limit) => (value) => !isJsonNumber(value) || !isJsonNumber(limit) || holds(compareNumbers(value, limit)),
  message: (limit) => `must be ${sign} ${limit}`,
});

const RULES: Record<string, Rule> = {
  maximum: bound((order) => order <= 0, "<="),
  minimum: bound((order) => order >= 0, ">="),
  exclusiveMaximum: bound((order) => order < 0, "<"),
  exclusiveMinimum: bound((order) => order > 0, ">"),
  multipleOf: {
    toTest: (of) => (value) =>
      !isJsonNumber(value) || !isJsonNumber(of) || isMultipleOf(toDecimal(value), toDecimal(of)),
    message: (of) => `must be multiple of ${of}`,
  },
  const: { toTest: (constant) => (value) => jsonEqual(value, constant), message: () => "must be equal to constant" },
  enum: {
    toTest: (allowed) => createMembership(allowed as unknown[]),
    message: () => "must be equal to one of the allowed values",
  },
  // Ajv compares each item with every other; with a payload of a million objects that would take too long.
  uniqueItems: {
    toTest: (isOn) => (items) => !isOn || !Array.isArray(items) || new Set(items.map(canonical)).size === items.length,
    message: () => "must not have the same item twice",
  },
};

export function addExactKeywords(ajv: Ajv2020): void {
  for (const [keyword, { toTest, message }] of Object.entries(RULES)) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      errors: true,
      compile: (given: unknown) => {
        const holds = toTest(given);
        const validate: SchemaValidateFunction = (data: unknown, context?: DataValidationCxt) => {
          if (holds(findOriginal(data, context))) return true;
          const params = keyword === "enum" ? { allowedValues: given } : {};
          validate.errors = [{ keyword, message: message(given), params }];
          return false;
        };
        return validate;
      },
    });
  }
}

/** What Ajv validates in place of a payload. */
export function toStandIn(value: unknown): { data: unknown; context: Context } {
  const holder = copyExact({ [ROOT]: value }) as Record<string, unknown>;
  return { data: holder[ROOT], context: { parentData: holder, parentDataProperty: ROOT } };
}

/**
 * Prepares a schema for Ajv: exact numbers stay where our keywords read them, and become plain ones where they are
 * counts.
 */
export function roundCounts(schema: unknown): unknown {
  if (schema instanceof ExactNumber) return Number(schema.text);
  if (Array.isArray(schema)) return schema.map(roundCounts);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      Object.hasOwn(RULES, key) ? roundInside(key, part) : roundCounts(part),
    ]),
  );
}

/** A field may have the name of a keyword: then its value is a schema. */
function roundInside(key: string, part: unknown): unknown {
  const isSchema = key !== "const" && typeof part === "object" && part !== null && !Array.isArray(part);
  return isSchema && !(part instanceof ExactNumber) ? roundCounts(part) : part;
}

function findOriginal(data: unknown, context: Context | undefined): unknown {
  if (typeof data === "object" && data !== null) return originals.get(data) ?? data;
  if (typeof data !== "number" || !context) return data;
  const parent = originals.get(context.parentData) as Record<string, unknown> | undefined;
  return parent?.[context.parentDataProperty] ?? data;
}

/** The value itself if it contains no exact number; else a copy with stand-ins, whose containers are registered. */
function copyExact(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.isInteger ? 1 : 0.5;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(copyExact);
    return items.every((item, i) => item === value[i]) ? value : remember(items, value);
  }
  const entries = Object.entries(value);
  const parts = entries.map(([key, part]): [string, unknown] => [key, copyExact(part)]);
  return parts.every(([, part], i) => part === entries[i]?.[1]) ? value : remember(Object.fromEntries(parts), value);
}

function remember<T extends object>(copy: T, original: unknown): T {
  originals.set(copy, original);
  return copy;
}

/** Equal for equal JSON values, whatever the order of their fields. */
function canonical(value: unknown): string {
  if (isJsonNumber(value)) return toText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
}

function toText(value: JsonNumber): string {
  return typeof value === "number" ? JSON.stringify(value) : value.canonical;
}
