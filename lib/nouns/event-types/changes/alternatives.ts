import { type Budget, toCanonical } from "@/lib/nouns/event-types/changes/canonical";
import { breaking, compatible, type Statement, type Tell } from "@/lib/nouns/event-types/changes/change";
import type { Comparison } from "@/lib/nouns/event-types/changes/compare";
import type { Sides } from "@/lib/nouns/event-types/changes/compare-rules";
import { entriesAt, isSchemaObject } from "@/lib/nouns/event-types/changes/facets";
import { own } from "@/lib/nouns/event-types/changes/shape";
import { listValues } from "@/lib/nouns/event-types/changes/words";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";

type Groups = readonly (readonly unknown[])[];
type Form = { schema: unknown; tag: string | null; text: string | null };

/**
 * Compares the forms that a value may have by `anyOf` or `oneOf`. Forms belong together that are equal, that have the
 * same tag, or that are the only ones left in the same order.
 */
export function compareAlternatives(path: string, { before, after }: Sides<Groups>, comparison: Comparison): void {
  const { documents, tell, budget } = comparison;
  if (before.length === 0 || after.length === 0) {
    const statement = compareLimits(path, { before, after });
    if (statement) tell(path, statement.message, statement.isBreaking);
    return;
  }
  const old = before.flat().map((schema) => toForm(documents.before, schema, budget));
  const now = after.flat().map((schema) => toForm(documents.after, schema, budget));
  const pairs = pairUp(old, now);
  const paired = new Set(pairs.flat());
  const [gone, added] = [old, now].map((forms) => forms.filter((form) => !paired.has(form))) as [Form[], Form[]];
  if (gone.length === added.length) pairs.push(...gone.map((form, at): [Form, Form] => [form, added[at] as Form]));
  else tellForms(path, { before: gone, after: added }, tell);
  for (const [one, other] of pairs) {
    if (isEqual(one, other)) continue;
    const at = one.tag === null ? path : `${path}(${one.tag})`;
    comparison.compare(at, { before: [one.schema], after: [other.schema] });
  }
}

/** Where at most one of the two has forms. */
function compareLimits(path: string, { before, after }: Sides<Groups>): Statement {
  if (after.length > 0) return compatible(`\`${path}\` now has one of ${after[0]?.length ?? 0} forms`);
  return before.length > 0 ? breaking(`\`${path}\` no longer has the forms that it was one of`) : null;
}

function tellForms(path: string, { before, after }: Sides<Form[]>, tell: Tell): void {
  for (const form of before) tell(path, `\`${path}\` no longer has the form ${nameOf(form)}`, false);
  for (const form of after) tell(path, `\`${path}\` has a new form: ${nameOf(form)}`, true);
}

function pairUp(old: readonly Form[], now: readonly Form[]): [Form, Form][] {
  const pairs: [Form, Form][] = [];
  const left = new Set(now);
  const isPaired = new Set<Form>();
  for (const belongs of [isEqual, hasSameTag]) {
    for (const one of old) {
      const other = isPaired.has(one) ? undefined : [...left].find((form) => belongs(one, form));
      if (!other) continue;
      pairs.push([one, other]);
      left.delete(other);
      isPaired.add(one);
    }
  }
  return pairs;
}

function isEqual(one: Form, other: Form): boolean {
  return one.text !== null && one.text === other.text;
}

function hasSameTag(one: Form, other: Form): boolean {
  return one.tag !== null && one.tag === other.tag;
}

function nameOf({ tag, text }: Form): string {
  return tag ?? listValues([text ?? "too long to be named"]);
}

function toForm(document: SchemaObject, schema: unknown, budget: Budget): Form {
  return { schema, tag: tagOf(schema), text: toCanonical(document, schema, budget) };
}

/** What a form is known by: its title, the name of its definition, or the only value of one of its fields. */
function tagOf(schema: unknown): string | null {
  if (!isSchemaObject(schema)) return null;
  if (typeof schema.title === "string") return cut(schema.title);
  if (typeof schema.$ref === "string") return cut(schema.$ref.split("/").at(-1) ?? "");
  for (const [name, field] of entriesAt(schema, "properties")) {
    const [value] = isSchemaObject(field) ? own(field, "const") : [];
    if (value !== undefined) return `${cut(name)} ${listValues([value])}`;
  }
  return null;
}

function cut(name: string): string {
  return name.slice(0, 60);
}
