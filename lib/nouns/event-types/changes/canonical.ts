import { isSchemaObject } from "@/lib/nouns/event-types/changes/facets";
import { mapParts, resolvePointer } from "@/lib/nouns/event-types/schema-parts";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { toCanonicalDecimal } from "@/lib/wire/decimal";
import { isJsonNumber, stringifyExact, toDecimal } from "@/lib/wire/exact-json";

/** Keywords that say nothing of what a value may be. */
const ANNOTATIONS = new Set(
  "title description default examples example $comment deprecated readOnly writeOnly $schema $id $defs definitions".split(
    " ",
  ),
);

/** How many subschemas may still be read, by all texts together. */
export type Budget = { left: number };

const MAX_DEPTH = 64;

/**
 * One text for all spellings of the same rules: references followed, annotations left out, fields in order. null if the
 * budget is used up, as it is by a schema that refers to itself.
 */
export function toCanonical(document: SchemaObject, schema: unknown, budget: Budget): string | null {
  const writer = new Writer(document, budget);
  const text = writer.schema(schema, 0);
  return writer.isWhole ? text : null;
}

class Writer {
  isWhole = true;

  constructor(
    private readonly document: SchemaObject,
    private readonly budget: Budget,
  ) {}

  schema(schema: unknown, depth: number): string {
    this.budget.left -= 1;
    if (depth > MAX_DEPTH || this.budget.left <= 0) this.isWhole = false;
    if (!this.isWhole || !isSchemaObject(schema)) return this.isWhole ? toText(schema) : "";
    const rules = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword)));
    const written = mapParts(rules, (part) => new Written(this.schema(part, depth + 1))).map(([keyword, value]) =>
      this.#keyword(keyword, value, depth),
    );
    return `{${written.sort().join(",")}}`;
  }

  #keyword(keyword: string, value: unknown, depth: number): string {
    if (keyword !== "$ref") return `${JSON.stringify(keyword)}:${toText(value)}`;
    return `"$ref":${this.schema(resolvePointer(this.document, String(value)), depth + 1)}`;
  }
}

/** A subschema that is text already. */
class Written {
  constructor(readonly text: string) {}
}

function toText(value: unknown): string {
  if (value instanceof Written) return value.text;
  if (isJsonNumber(value)) return toCanonicalDecimal(toDecimal(value));
  if (Array.isArray(value)) return `[${value.map(toText).join(",")}]`;
  if (!isSchemaObject(value)) return stringifyExact(value) ?? "";
  const entries = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${toText(part)}`);
  return `{${entries.sort().join(",")}}`;
}
