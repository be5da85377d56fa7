import { createMembership } from "@/lib/filter/json-equal";
import type { Budget } from "@/lib/nouns/event-types/changes/canonical";
import {
  allowsNothing,
  entriesAt,
  type Facet,
  listAt,
  listFacets,
  type Part,
} from "@/lib/nouns/event-types/changes/facets";
import { type Atom, EVERY_TYPE, intersect, readTypes, typeOfValue } from "@/lib/nouns/event-types/changes/json-types";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";

/** What a part says of a value: all its facets taken together. The lists of schemas are parts of the same document. */
export type Shape = {
  readonly facets: readonly Facet[];
  readonly types: ReadonlySet<Atom>;
  /** The values of `enum` or `const`; null if they are not limited. */
  readonly values: readonly unknown[] | null;
  readonly fields: ReadonlyMap<string, readonly unknown[]>;
  readonly required: ReadonlySet<string>;
  readonly patterns: ReadonlyMap<string, readonly unknown[]>;
  /** Fields that have no name: any, none, or what they must be. */
  readonly further: "any" | "none" | readonly unknown[];
  readonly items: readonly unknown[];
  readonly tuple: readonly (readonly unknown[])[];
  readonly groups: readonly (readonly unknown[])[];
};

const MAX_READ = 2_000;
const MAX_DEPTH = 16;

/** Reads a part; what is beyond the budget is left out. */
export function readShape(part: Part, budget: Budget = { left: MAX_READ }): Shape {
  const facets = listFacets(part);
  budget.left -= facets.length;
  const schemas = facets.map(({ schema }) => schema);
  return {
    facets,
    types: typesOf({ document: part.document, budget, depth: 0 }, facets),
    values: readValues(facets),
    fields: readFields(schemas),
    required: new Set(schemas.flatMap((schema) => listAt(schema, "required").filter((one) => typeof one === "string"))),
    patterns: collect(schemas.map((schema) => entriesAt(schema, "patternProperties"))),
    further: readFurther(schemas),
    items: schemas.flatMap((schema) => own(schema, "items")),
    tuple: readTuple(schemas),
    groups: facets.flatMap(({ groups }) => groups),
  };
}

/** The value of a keyword in each of these schemas that has it. */
export function own(schema: SchemaObject, keyword: string): unknown[] {
  return Object.hasOwn(schema, keyword) && schema[keyword] !== undefined ? [schema[keyword]] : [];
}

/** The first text that the facets have under a keyword, such as `description`; null if there is none. */
export function textOf({ facets }: Shape, keyword: string): string | null {
  const text = facets.flatMap(({ schema }) => own(schema, keyword)).find((one) => typeof one === "string");
  return typeof text === "string" && text.trim() !== "" ? text : null;
}

type Reading = { readonly document: SchemaObject; readonly budget: Budget; readonly depth: number };

function typesOf(reading: Reading, facets: readonly Facet[]): ReadonlySet<Atom> {
  let types = EVERY_TYPE;
  for (const facet of facets) types = intersect(types, typesOfFacet(reading, facet));
  return types;
}

function typesOfFacet(reading: Reading, facet: Facet): ReadonlySet<Atom> {
  const { schema, orNull, groups } = facet;
  if (allowsNothing(facet)) return new Set(orNull ? (["null"] as const) : []);
  const values = valuesOf(schema);
  let types = intersect(readTypes(schema.type), values ? new Set(values.map(typeOfValue)) : EVERY_TYPE);
  for (const group of groups) types = intersect(types, typesOfGroup(reading, group));
  return orNull ? new Set([...types, "null"]) : types;
}

function typesOfGroup({ document, budget, depth }: Reading, group: readonly unknown[]): ReadonlySet<Atom> {
  if (budget.left <= 0 || depth >= MAX_DEPTH) return EVERY_TYPE;
  const alternatives = group.map((one) => {
    const facets = listFacets({ document, schemas: [one] });
    budget.left -= facets.length + 1;
    return typesOf({ document, budget, depth: depth + 1 }, facets);
  });
  return new Set(alternatives.flatMap((types) => [...types]));
}

function valuesOf(schema: SchemaObject): readonly unknown[] | null {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) && Object.hasOwn(schema, "enum") ? (schema.enum as unknown[]) : null;
}

function readValues(facets: readonly Facet[]): readonly unknown[] | null {
  let values: readonly unknown[] | null = null;
  for (const { schema } of facets) {
    const own = valuesOf(schema);
    if (own) values = values ? values.filter(createMembership(own)) : own;
  }
  return values;
}

/** A field whose schema is `false` may not be there. */
function readFields(schemas: readonly SchemaObject[]): ReadonlyMap<string, readonly unknown[]> {
  const fields = collect(schemas.map((schema) => entriesAt(schema, "properties")));
  for (const name of schemas.flatMap((schema) => listAt(schema, "required"))) {
    if (typeof name === "string" && !fields.has(name)) fields.set(name, []);
  }
  for (const [name, of] of fields) if (of.includes(false)) fields.delete(name);
  return fields;
}

function readFurther(schemas: readonly SchemaObject[]): Shape["further"] {
  const given = schemas.flatMap((schema) => own(schema, "additionalProperties"));
  if (given.includes(false)) return "none";
  const objects = given.filter((one) => typeof one === "object" && one !== null && Object.keys(one).length > 0);
  return objects.length > 0 ? objects : "any";
}

function readTuple(schemas: readonly SchemaObject[]): unknown[][] {
  const lists = schemas.map((schema) => listAt(schema, "prefixItems"));
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, at) => lists.flatMap((list) => (at < list.length ? [list[at]] : [])));
}

function collect(lists: readonly [string, unknown][][]): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>();
  for (const [name, schema] of lists.flat()) all.set(name, [...(all.get(name) ?? []), schema]);
  return all;
}
