import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import type { FieldError } from "@/lib/kernel/errors";
import { addExactKeywords, roundCounts, toStandIn } from "@/lib/nouns/event-types/exact-numbers";
import { compilePattern } from "@/lib/nouns/event-types/pattern";
import { parseExact } from "@/lib/wire/exact-json";

export type SchemaObject = Record<string, unknown>;

/** Returns the errors of a payload, by path below `data`; empty if it matches. */
export type PayloadValidator = (data: unknown) => FieldError[];

const MAX_ERRORS = 50;
const MAX_COMPILED = 1_000;

const compiled = new Map<string, PayloadValidator>();

/** The validator of a stored schema. It is compiled for the first payload; the thousand most recently used are kept. */
export function toValidator(schema: string): PayloadValidator {
  return (data) => {
    const known = compiled.get(schema) ?? compile(parseExact(schema) as SchemaObject);
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
 * Stops at the first error, and only then collects all of them: a matching payload, the usual case, is read once, and a
 * huge wrong one does not fill the memory with errors.
 */
function compile(schema: SchemaObject): PayloadValidator {
  const { $schema: _schema, $id: _id, ...bare } = roundCounts(schema) as SchemaObject;
  const matches = createAjv(false).compile(bare);
  let explain: ValidateFunction | null = null;
  return (payload) => {
    const { data, context } = toStandIn(payload);
    if (matches(data, context as DataValidationCxt)) return [];
    const isSmall = JSON.stringify(data).length <= 65_536;
    if (!isSmall) return toErrors(matches.errors);
    explain ??= createAjv(true).compile(bare);
    explain(data, context as DataValidationCxt);
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
    // In draft 2020-12 `format` describes a value and refuses nothing.
    validateFormats: false,
    ownProperties: true,
    logger: false,
    code: { regExp: Object.assign(regExp, { code: "compilePattern" }) },
  });
  addExactKeywords(ajv);
  return ajv;
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
