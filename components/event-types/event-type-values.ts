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
};

export const NEW_EVENT_TYPE: EventTypeValues = {
  ...NO_REFERENCES,
  name: "",
  description: "",
  category: "",
  json_schema: "",
};

export function toEventTypeValues({ json_schema, ...eventType }: EventType): EventTypeValues {
  const { name, description, category } = eventType;
  const schema = json_schema === null ? "" : stringifyExact(json_schema, 2);
  return { ...toReferenceValues(eventType), name, description, category, json_schema: schema };
}

/** Omits the name, which cannot change. */
export function toEventTypeInput(values: EventTypeValues) {
  const { description, category, json_schema } = values;
  return { ...toReferenceInput(values), description, category, json_schema: readSchemaText(json_schema) ?? null };
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

export function findSchemaTextErrors({ json_schema }: Pick<EventTypeValues, "json_schema">): FieldError[] {
  const message = findObjectTextError(json_schema);
  return message === null ? [] : [{ path: "json_schema", message }];
}

/** Finds what the schema cannot see: in the texts of the schema and of the pairs. */
export function checkEventType(values: EventTypeValues): FieldError[] {
  return [...findSchemaTextErrors(values), ...findPairErrors(values)];
}

/** Moves the server's paths within a field into the message, since the form has the field as one text. */
export async function withPlacesInMessages<T>(field: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, requestId } = error;
    const fields = error.fields.map((one) => {
      const place = one.path.startsWith(`${field}.`) ? one.path.slice(field.length + 1) : null;
      return place === null ? one : { path: field, message: `${place}: ${one.message}` };
    });
    throw new ApiError({ status, code, message, fields, requestId });
  }
}
