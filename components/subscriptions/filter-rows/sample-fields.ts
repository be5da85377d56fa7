import type { FilterSection, ValueKind } from "@/components/subscriptions/filter-rows/filter-tree";
import type { FilterInput } from "@/lib/filter/compile-filter";
import { isJsonNumber, stringifyExact } from "@/lib/wire/exact-json";

/** A field of an event: its path as a filter names it, the kind of its value, and the value in short. */
export type SampleField = { path: string; kind: ValueKind; shown: string };

export type SampleFields = Readonly<Record<FilterSection, readonly SampleField[]>>;

const MAX_FIELDS = 300;
const MAX_DEPTH = 12;
const MAX_SHOWN = 40;

/** The fields of an event, to complete from. Of a list, those of all its elements count as one. */
export function listSampleFields({ body, headers, query }: FilterInput): SampleFields {
  const found = new Map<string, SampleField>();
  walk(body, [], found);
  return { body: [...found.values()], headers: listTexts(headers), query: listTexts(query), path: [] };
}

function walk(value: unknown, steps: readonly string[], found: Map<string, SampleField>): void {
  if (found.size >= MAX_FIELDS || steps.length > MAX_DEPTH) return;
  const kind = kindOf(value);
  const path = steps.join(".");
  if (path !== "" && !found.has(path)) found.set(path, { path, kind, shown: shorten(value) });
  if (kind !== "json") return;
  if (Array.isArray(value)) {
    for (const element of value) walk(element, [...steps, "$"], found);
    return;
  }
  for (const [name, inner] of Object.entries(value as object)) {
    if (isNameable(name)) walk(inner, [...steps, name], found);
  }
}

/** Whether a path can name it: a name that begins with `$` reads as an operator. */
function isNameable(name: string): boolean {
  return name !== "" && !name.startsWith("$") && name.split(".").every((part) => part !== "" && !part.startsWith("$"));
}

function kindOf(value: unknown): ValueKind {
  if (typeof value === "string") return "text";
  if (isJsonNumber(value)) return "number";
  if (typeof value === "boolean") return "boolean";
  return value === null || value === undefined ? "null" : "json";
}

function shorten(value: unknown): string {
  const text = stringifyExact(value) ?? "";
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function listTexts(texts: FilterInput["headers"]): SampleField[] {
  return Object.entries(texts)
    .filter(([name]) => isNameable(name))
    .slice(0, MAX_FIELDS)
    .map(([path, value]) => ({ path, kind: "text", shown: shorten(value) }));
}
