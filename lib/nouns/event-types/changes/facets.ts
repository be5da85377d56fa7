import { readTypes } from "@/lib/nouns/event-types/changes/json-types";
import { resolvePointer } from "@/lib/nouns/event-types/schema-parts";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { ExactNumber } from "@/lib/wire/exact-json";

/** Schemas of one document that all apply to the same value. */
export type Part = { readonly document: SchemaObject; readonly schemas: readonly unknown[] };

/** One object of a part, with what it refers to and what it combines by `allOf` set beside it. */
export type Facet = {
  readonly schema: SchemaObject;
  /** null is allowed although the schema itself allows none, as in `anyOf` with `{"type": "null"}`. */
  readonly orNull: boolean;
  /** The alternatives of `anyOf` and of `oneOf`. */
  readonly groups: readonly (readonly unknown[])[];
};

/** What allows no value, as the schema `false` does. */
const NEVER: SchemaObject = { not: {} };
const MAX_FACETS = 200;

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

export function allowsNothing({ schema }: Facet): boolean {
  return schema === NEVER;
}

/** Lists the objects of a part. References that recur or lead outside are left out. */
export function listFacets({ document, schemas }: Part): Facet[] {
  const facets: Facet[] = [];
  const seen = new Set<unknown>();
  const visit = (given: unknown, orNull: boolean): void => {
    const schema = given === false ? NEVER : given;
    if (!isSchemaObject(schema) || seen.has(schema) || seen.size >= MAX_FACETS) return;
    seen.add(schema);
    if (typeof schema.$ref === "string") visit(resolvePointer(document, schema.$ref), orNull);
    for (const one of listAt(schema, "allOf")) visit(one, orNull);
    const groups = ["anyOf", "oneOf"].map((keyword) => listAt(schema, keyword)).filter((group) => group.length > 0);
    const folded = groups.map(fold);
    for (const one of folded) if (one) visit(one.schema, orNull || one.orNull);
    facets.push({ schema, orNull, groups: groups.filter((_group, at) => !folded[at]) });
  };
  for (const schema of schemas) visit(schema, false);
  return facets;
}

/** The items of a keyword whose value is a list; none otherwise. */
export function listAt(schema: SchemaObject, keyword: string): readonly unknown[] {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The entries of a keyword whose value is an object; none otherwise. */
export function entriesAt(schema: SchemaObject, keyword: string): [string, unknown][] {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return isSchemaObject(value) ? Object.entries(value) : [];
}

/** One schema that means the same as the alternatives: of a single one, of one or null, of types alone. */
function fold(group: readonly unknown[]): { schema: unknown; orNull: boolean } | null {
  const others = group.filter((one) => !isNullAlone(one));
  if (others.length === 1) return { schema: others[0], orNull: others.length < group.length };
  if (!group.every(isTypeAlone)) return null;
  const types = group.flatMap((one) => (one as SchemaObject).type as string[] | string);
  return { schema: { type: types }, orNull: false };
}

function isNullAlone(schema: unknown): boolean {
  if (!isTypeAlone(schema)) return false;
  const types = readTypes((schema as SchemaObject).type);
  return types.size === 1 && types.has("null");
}

function isTypeAlone(schema: unknown): boolean {
  return isSchemaObject(schema) && Object.keys(schema).length === 1 && Object.hasOwn(schema, "type");
}
