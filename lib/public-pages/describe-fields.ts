import type { Part } from "@/lib/nouns/event-types/changes/facets";
import { nameTypes } from "@/lib/nouns/event-types/changes/json-types";
import { own, readShape, type Shape, textOf } from "@/lib/nouns/event-types/changes/shape";
import { listValues } from "@/lib/nouns/event-types/changes/words";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";

/** A field of a payload, for people. */
export type DescribedField = {
  /** What it is in, with its dot: `customer.`; empty at the top. */
  readonly parent: string;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description: string;
  /** What limits it, such as `minimum 0`. */
  readonly limits: readonly string[];
};

export type DescribedFields = {
  readonly fields: readonly DescribedField[] /** Some were left out. */;
  readonly isCut: boolean;
};

const MAX_FIELDS = 300;
const MAX_DEPTH = 8;
const LIMITS = [
  ..."minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength".split(" "),
  ..."pattern minItems maxItems minProperties maxProperties".split(" "),
];
const MAX_TEXT = 500;

/** Lists the fields of a schema in their order, those inside behind those that they are in. */
export function describeFields(schema: SchemaObject): DescribedFields {
  const list = new FieldList(schema);
  list.addInside({ document: schema, schemas: [schema] }, "", 0);
  return { fields: list.fields, isCut: list.isCut };
}

class FieldList {
  readonly fields: DescribedField[] = [];
  isCut = false;
  readonly #budget = { left: 20_000 };

  constructor(private readonly document: SchemaObject) {}

  /** Adds the fields of an object, of the items of a list, or of the forms that a value may have. */
  addInside(part: Part, parent: string, depth: number): void {
    if (depth >= MAX_DEPTH || this.#budget.left <= 0) {
      this.isCut = true;
      return;
    }
    const shape = readShape(part, this.#budget);
    const inside = (schemas: readonly unknown[]): Part => ({ document: this.document, schemas });
    for (const [name, schemas] of shape.fields) {
      this.#add(inside(schemas), { parent, name, isRequired: shape.required.has(name) }, depth);
    }
    for (const [pattern, schemas] of shape.patterns) {
      this.#add(inside(schemas), { parent, name: `/${pattern}/`, isRequired: false }, depth);
    }
    if (typeof shape.further === "object")
      this.#add(inside(shape.further), { parent, name: "*", isRequired: false }, depth);
    if (shape.items.length > 0) this.addInside(inside(shape.items), `${trimDot(parent)}[].`, depth + 1);
    for (const form of shape.groups.flat()) this.addInside(inside([form]), parent, depth + 1);
  }

  #add(part: Part, place: Pick<DescribedField, "parent" | "name" | "isRequired">, depth: number): void {
    if (this.fields.length >= MAX_FIELDS) {
      this.isCut = true;
      return;
    }
    const shape = readShape(part, this.#budget);
    // A field that several forms have is told once.
    if (this.fields.some(({ parent, name }) => parent === place.parent && name === place.name)) return;
    this.fields.push({
      ...place,
      type: typeOf(part.document, shape),
      isDeprecated: shape.facets.some(({ schema }) => schema.deprecated === true),
      description: (textOf(shape, "description") ?? textOf(shape, "title") ?? "").slice(0, MAX_TEXT),
      limits: listLimits(shape),
    });
    this.addInside(part, `${place.parent}${place.name}.`, depth + 1);
  }
}

function typeOf(document: SchemaObject, shape: Shape): string {
  const name = nameTypes(shape.types);
  const format = textOf(shape, "format");
  if (!shape.types.has("array") || shape.types.size > 2 || shape.items.length === 0)
    return format ? `${name} (${format})` : name;
  const items = nameTypes(readShape({ document, schemas: shape.items }).types);
  return name.replace("array", items === "any" ? "array" : `array of ${items}`);
}

function listLimits(shape: Shape): string[] {
  const values = shape.values ? [`${shape.values.length === 1 ? "always" : "one of"} ${listValues(shape.values)}`] : [];
  const limits = LIMITS.flatMap((keyword) =>
    shape.facets.flatMap(({ schema }) => own(schema, keyword)).map((value) => `${keyword} ${listValues([value])}`),
  );
  return [...values, ...new Set(limits)];
}

function trimDot(parent: string): string {
  return parent.endsWith(".") ? parent.slice(0, -1) : parent;
}
