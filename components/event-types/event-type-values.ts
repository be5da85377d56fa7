import { findJsonError } from "@/components/code/find-json-error";
import {
  findPairErrors,
  NO_REFERENCES,
  type ReferenceValues,
  toReferenceInput,
  toReferenceValues,
} from "@/components/references/reference-values";
import { ApiError } from "@/lib/api/client";
import type { FieldError } from "@/lib/kernel/errors";
import type { CreateEventType, EventType } from "@/lib/nouns/event-types/schemas";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

/** The values of the fields. */
export type EventTypeValues = ReferenceValues & {
  name: string;
  description: string;
  category: string;
  json_schema: string;
  example: string;
  is_public: boolean;
  note: string;
};

export const NEW_EVENT_TYPE: EventTypeValues = {
  ...NO_REFERENCES,
  name: "",
  description: "",
  category: "",
  json_schema: "",
  example: "",
  is_public: false,
  note: "",
};

export function toEventTypeValues({ json_schema, example, ...eventType }: EventType): EventTypeValues {
  const { name, description, category, is_public } = eventType;
  const texts = { json_schema: toText(json_schema), example: toText(example) };
  return { ...toReferenceValues(eventType), name, description, category, ...texts, is_public, note: "" };
}

function toText(json: unknown): string {
  return json === null ? "" : stringifyExact(json, 2);
}

/** Omits the name, which cannot change, and the note, which is about a change. */
export function toEventTypeInput(values: EventTypeValues) {
  const { description, category, json_schema, example, is_public } = values;
  return {
    ...toReferenceInput(values),
    description,
    category,
    json_schema: readSchemaText(json_schema) ?? null,
    example: readExampleText(example),
    is_public,
  };
}

function readExampleText(text: string): unknown {
  return text.trim() === "" || findJsonError(text) ? null : parseExact(text);
}

/** Parses the schema; null for empty text, which accepts any payload; undefined if it is not a JSON object. */
export function readSchemaText(text: string): CreateEventType["json_schema"] {
  if (text.trim() === "") return null;
  try {
    const value: unknown = parseExact(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is wrong with a text that should be a JSON object, as a sentence; null if it is one, or empty. */
export function findObjectTextError(text: string): string | null {
  if (text.trim() === "") return null;
  const place = findJsonError(text);
  if (place) return `This is not JSON yet: look at line ${place.line}, column ${place.column}.`;
  return readSchemaText(text) === undefined ? "Give a JSON object: {…}." : null;
}

export function findJsonTextErrors({
  json_schema,
  example,
}: Pick<EventTypeValues, "json_schema" | "example">): FieldError[] {
  return [
    { path: "json_schema", message: findObjectTextError(json_schema) },
    { path: "example", message: findExampleTextError(example) },
  ].flatMap(({ path, message }) => (message === null ? [] : [{ path, message }]));
}

function findExampleTextError(text: string): string | null {
  if (text.trim() === "") return null;
  const place = findJsonError(text);
  if (place) return `This is not JSON yet: look at line ${place.line}, column ${place.column}.`;
  return text.trim() === "null" ? "null is no example: leave it empty instead." : null;
}

/** Finds what the schema cannot see: in the texts of JSON and of the pairs. */
export function checkEventType(values: EventTypeValues): FieldError[] {
  return [...findJsonTextErrors(values), ...findPairErrors(values)];
}

const TEXTS = ["json_schema", "example"];

/** Moves the server's paths within a field of JSON into the message, since the form has the field as one text. */
export async function withPlacesInMessages<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, requestId } = error;
    const fields = error.fields.map((one) => {
      const field = TEXTS.find((name) => one.path.startsWith(`${name}.`));
      return field ? { path: field, message: `${one.path.slice(field.length + 1)}: ${one.message}` } : one;
    });
    throw new ApiError({ status, code, message, fields, requestId });
  }
}
