import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { FieldError } from "@/lib/errors";
import { compilePattern } from "@/lib/event-types/pattern";

export type SchemaObject = Record<string, unknown>;

/** What is wrong with a payload, by path below `data`; empty when it matches. */
export type PayloadValidator = (data: unknown) => FieldError[];

const MAX_ERRORS = 50;
const MAX_COMPILED = 1_000;

const compiled = new Map<string, PayloadValidator>();

/** The validator of a stored schema. Compiled when the first payload comes; the thousand used last are kept. */
export function toValidator(schema: string): PayloadValidator {
  return (data) => {
    const known = compiled.get(schema) ?? compile(JSON.parse(schema) as SchemaObject);
    compiled.delete(schema);
    compiled.set(schema, known);
    if (compiled.size > MAX_COMPILED) compiled.delete(compiled.keys().next().value as string);
    return known(data);
  };
}

export function isCompilable(schema: SchemaObject): boolean {
  try {
    compile(schema);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stops at the first fault, and only then looks for them all: a payload that matches, which is the usual one, is read
 * once, and a huge wrong one does not fill the memory with what is wrong.
 */
function compile(schema: SchemaObject): PayloadValidator {
  const { $schema: _schema, $id: _id, ...bare } = schema;
  const matches = createAjv(false).compile(bare);
  let explain: ValidateFunction | null = null;
  return (data) => {
    if (matches(data)) return [];
    const isSmall = JSON.stringify(data).length <= 65_536;
    if (!isSmall) return toErrors(matches.errors);
    explain ??= createAjv(true).compile(bare);
    explain(data);
    return toErrors(explain.errors);
  };
}

function createAjv(allErrors: boolean): Ajv2020 {
  const regExp = (pattern: string) => {
    const regex = compilePattern(pattern);
    return { test: (text: string) => regex.test(text), toString: () => `/${pattern}/` };
  };
  const ajv = new Ajv2020({
    strict: false,
    allErrors,
    meta: false,
    validateSchema: false,
    // In draft 2020-12 `format` says what a value means and refuses nothing.
    validateFormats: false,
    ownProperties: true,
    logger: false,
    code: { regExp: Object.assign(regExp, { code: "compilePattern" }) },
  });
  // Ajv compares each item with each other; a payload of a million objects must not take that long.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must not have the same item twice" },
    compile: (isOn: boolean) => (items: unknown[]) => !isOn || new Set(items.map(canonical)).size === items.length,
  });
  return ajv;
}

/** Equal for equal JSON values, whatever the order of their fields. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
}

function toErrors(errors: ErrorObject[] | null | undefined): FieldError[] {
  return (errors ?? []).slice(0, MAX_ERRORS).map((error) => {
    const { missingProperty, additionalProperty, unevaluatedProperty } = error.params as Record<string, string>;
    const named = missingProperty ?? additionalProperty ?? unevaluatedProperty;
    const parts = error.instancePath.split("/").slice(1).map(unescapePart);
    return { path: ["data", ...parts, ...(named === undefined ? [] : [named])].join("."), message: toSentence(error) };
  });
}

function unescapePart(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function toSentence({ keyword, message = "is wrong", params }: ErrorObject): string {
  if (keyword === "required") return "This field is required by the event type's schema.";
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
    return "The event type's schema has no such field.";
  }
  const allowed = (params as { allowedValues?: unknown[] }).allowedValues;
  return `It ${message}${allowed ? `: ${allowed.slice(0, 20).join(", ")}` : ""}, says the event type's schema.`;
}
