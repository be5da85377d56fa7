import { stringifyExact } from "@/lib/wire/exact-json";

const MAX_NAME = 100;
const MAX_VALUE = 60;
const MAX_VALUES = 12;
const PLAIN = /^[\w$-]+$/;

/** The place of a field below another: `data.amount`, or `data["a b"]` for a name that a path could not show. */
export function fieldPath(path: string, name: string): string {
  if (PLAIN.test(name) && name.length <= MAX_NAME) return `${path}.${name}`;
  return `${path}[${JSON.stringify(cut(name, MAX_NAME))}]`;
}

export function patternPath(path: string, pattern: string): string {
  return `${path}./${cut(pattern, MAX_NAME)}/`;
}

/** Values as JSON, the long ones cut. */
export function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES).map((value) => cut(stringifyExact(value), MAX_VALUE));
  const more = values.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
