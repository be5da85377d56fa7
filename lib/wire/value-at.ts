import { ExactNumber, isJsonNumber } from "@/lib/wire/exact-json";

/** The value at a dotted path of a document, `$.` before it or not; undefined if there is none. */
export function valueAt(path: string, document: unknown): unknown {
  let value = document;
  for (const name of path.replace(/^\$\./, "").split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A text, a number with its digits or a boolean as text; null for anything else. */
export function toText(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "boolean" && !isJsonNumber(value)) return null;
  return value instanceof ExactNumber ? value.canonical : String(value);
}
