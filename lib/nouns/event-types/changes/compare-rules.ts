import { type Budget, toCanonical } from "@/lib/nouns/event-types/changes/canonical";
import type { Tell } from "@/lib/nouns/event-types/changes/change";
import { own, type Shape } from "@/lib/nouns/event-types/changes/shape";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { isMultipleOf } from "@/lib/wire/decimal";
import { compareNumbers, isJsonNumber, type JsonNumber, toDecimal } from "@/lib/wire/exact-json";

/** Limits, and which side of the value they are on. A limit of 0 below a count is none. */
const LIMITS: Record<string, "lower" | "upper"> = {
  minimum: "lower",
  exclusiveMinimum: "lower",
  minLength: "lower",
  minItems: "lower",
  minProperties: "lower",
  maximum: "upper",
  exclusiveMaximum: "upper",
  maxLength: "upper",
  maxItems: "upper",
  maxProperties: "upper",
};
const COUNTS = new Set(["minLength", "minItems", "minProperties"]);

/** Keywords of which only equality can be told: an added one narrows, and a removed or another one may widen. */
const OTHERS = [
  ..."pattern format contentEncoding contentMediaType contentSchema uniqueItems not contains minContains maxContains".split(
    " ",
  ),
  ..."propertyNames unevaluatedItems unevaluatedProperties dependentRequired dependentSchemas dependencies".split(" "),
];
/** They mean something together. */
const CONDITION = ["if", "then", "else"];

export type Sides<T> = { readonly before: T; readonly after: T };

/** What comparing needs beside the shapes. */
type Means = { readonly documents: Sides<SchemaObject>; readonly tell: Tell; readonly budget: Budget };
type Source = { readonly document: SchemaObject; readonly shape: Shape; readonly budget: Budget };

/** Tells what changed in the limits and the other rules of a value. */
export function compareRules(path: string, shapes: Sides<Shape>, { documents, tell, budget }: Means): void {
  for (const [keyword, side] of Object.entries(LIMITS)) compareLimit(path, keyword, { side, shapes, tell });
  compareMultiples(path, shapes, tell);
  const sources = {
    before: { document: documents.before, shape: shapes.before, budget },
    after: { document: documents.after, shape: shapes.after, budget },
  };
  for (const keyword of OTHERS) {
    const before = listRules(sources.before, keyword);
    const after = listRules(sources.after, keyword);
    compareTexts(path, keyword, { before, after, tell });
  }
  const before = listConditions(sources.before);
  const after = listConditions(sources.after);
  compareTexts(path, "if", { before, after, tell });
  if (isDeprecated(shapes.after) && !isDeprecated(shapes.before)) tell(path, `\`${path}\` is now deprecated`, false);
}

type Limit = { side: "lower" | "upper"; shapes: Sides<Shape>; tell: Tell };

function compareLimit(path: string, keyword: string, { side, shapes, tell }: Limit): void {
  const before = readLimit(shapes.before, keyword, side);
  const after = readLimit(shapes.after, keyword, side);
  const name = `\`${keyword}\` of \`${path}\``;
  if (before === null) {
    if (after !== null) tell(path, `${name} was added: ${after}`, false);
  } else if (after === null) {
    tell(path, `${name} was removed (it was ${before})`, true);
  } else {
    const order = compareNumbers(after, before);
    const isWider = side === "lower" ? order < 0 : order > 0;
    if (order !== 0) tell(path, `${name} changed from ${before} to ${after}`, isWider);
  }
}

/** The strictest of all facets. */
function readLimit({ facets }: Shape, keyword: string, side: "lower" | "upper"): JsonNumber | null {
  const given = facets.flatMap(({ schema }) => own(schema, keyword)).filter(isJsonNumber);
  const limits = given.filter((limit) => !COUNTS.has(keyword) || compareNumbers(limit, 0) > 0);
  const isStricter = (a: JsonNumber, b: JsonNumber) => (side === "lower" ? 1 : -1) * compareNumbers(a, b) > 0;
  return limits.reduce<JsonNumber | null>((best, one) => (best === null || isStricter(one, best) ? one : best), null);
}

function compareMultiples(path: string, shapes: Sides<Shape>, tell: Tell): void {
  const [before, after] = [shapes.before, shapes.after].map(({ facets }) =>
    facets.flatMap(({ schema }) => own(schema, "multipleOf")).filter(isJsonNumber),
  ) as [JsonNumber[], JsonNumber[]];
  const keeps = (old: JsonNumber) => after.some((one) => isMultipleOf(toDecimal(one), toDecimal(old)));
  const texts = (list: JsonNumber[]) => list.map(String).sort().join(" ");
  if (texts(before) === texts(after)) return;
  const what = after.length === 0 ? "was removed" : before.length === 0 ? "was added" : "changed";
  tell(path, `\`multipleOf\` of \`${path}\` ${what}`, !before.every(keeps));
}

type Texts = Sides<readonly (string | null)[]> & { tell: Tell };

/** A text of null cannot be compared, so it counts as another one. */
function compareTexts(path: string, keyword: string, { before, after, tell }: Texts): void {
  const isGone = before.some((text) => text === null || !after.includes(text));
  const isNew = after.some((text) => text === null || !before.includes(text));
  if (!isGone && !isNew) return;
  const what = after.length === 0 ? "was removed" : before.length === 0 ? "was added" : "changed";
  tell(path, `\`${keyword}\` of \`${path}\` ${what}`, isGone);
}

function listRules({ document, shape, budget }: Source, keyword: string): (string | null)[] {
  const values = shape.facets.flatMap(({ schema }) => own(schema, keyword));
  return values
    .filter((value) => value !== false || keyword !== "uniqueItems")
    .map((value) => toCanonical(document, { [keyword]: value }, budget));
}

function listConditions({ document, shape, budget }: Source): (string | null)[] {
  return shape.facets
    .filter(({ schema }) => Object.hasOwn(schema, "if"))
    .map(({ schema }) => {
      const condition = CONDITION.flatMap((keyword) => own(schema, keyword).map((value) => [keyword, value]));
      return toCanonical(document, Object.fromEntries(condition) as SchemaObject, budget);
    });
}

function isDeprecated({ facets }: Shape): boolean {
  return facets.some(({ schema }) => schema.deprecated === true);
}
