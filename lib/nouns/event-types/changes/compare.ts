import { createMembership } from "@/lib/filter/json-equal";
import { compareAlternatives } from "@/lib/nouns/event-types/changes/alternatives";
import type { Budget } from "@/lib/nouns/event-types/changes/canonical";
import { breaking, compatible, type Statement, type Tell } from "@/lib/nouns/event-types/changes/change";
import { compareRules, type Sides } from "@/lib/nouns/event-types/changes/compare-rules";
import { EVERY_TYPE, intersect, nameTypes, without } from "@/lib/nouns/event-types/changes/json-types";
import { readShape, type Shape } from "@/lib/nouns/event-types/changes/shape";
import { fieldPath, listValues, patternPath } from "@/lib/nouns/event-types/changes/words";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";

/** How many subschemas are looked at, each as often as it is. */
const MAX_READ = 100_000;
const MAX_DEPTH = 40;

/** The schemas of a value before and after. */
export type Pair = Sides<readonly unknown[]>;

/** Walks through two schemas side by side, in bounded time whatever they are. */
export class Comparison {
  readonly budget: Budget = { left: MAX_READ };
  #depth = 0;
  #isCut = false;

  constructor(
    readonly documents: Sides<SchemaObject>,
    readonly tell: Tell,
  ) {}

  /** Tells what changed for a value at this path. */
  compare(path: string, pair: Pair): void {
    if (this.#isTooMuch()) return;
    this.budget.left -= 1;
    this.#depth += 1;
    const { before, after } = this.documents;
    this.#compareShapes(path, {
      before: readShape({ document: before, schemas: pair.before }, this.budget),
      after: readShape({ document: after, schemas: pair.after }, this.budget),
    });
    this.#depth -= 1;
    if (this.#depth === 0) this.#isTooMuch();
  }

  #tell(path: string, statement: Statement): void {
    if (statement) this.tell(path, statement.message, statement.isBreaking);
  }

  #isTooMuch(): boolean {
    if (this.budget.left > 0 && this.#depth < MAX_DEPTH) return false;
    if (!this.#isCut) this.tell("data", "The schemas are too large or too deep to be compared whole", true);
    this.#isCut = true;
    return true;
  }

  #compareShapes(path: string, shapes: Sides<Shape>): void {
    const { before, after } = shapes;
    this.#tell(path, compareTypes(path, shapes));
    // Nothing else can be compared with another type altogether.
    if (intersect(before.types, after.types).size === 0) return;
    for (const statement of compareValues(path, shapes)) this.#tell(path, statement);
    compareRules(path, shapes, this);
    this.#compareFields(path, shapes);
    this.#comparePatterns(path, shapes);
    this.#compareFurther(path, shapes);
    this.#compareItems(path, shapes);
    compareAlternatives(path, { before: before.groups, after: after.groups }, this);
  }

  #compareFields(path: string, { before, after }: Sides<Shape>): void {
    for (const [name, schemas] of before.fields) {
      const at = fieldPath(path, name);
      const other = after.fields.get(name);
      this.#tell(
        at,
        comparePresence(at, { before: before.required.has(name), after: other && after.required.has(name) }),
      );
      if (other) this.compare(at, { before: schemas, after: other });
    }
    for (const name of after.fields.keys()) {
      if (before.fields.has(name)) continue;
      const at = fieldPath(path, name);
      this.tell(at, `\`${at}\` was added, ${after.required.has(name) ? "required" : "optional"}`, false);
    }
  }

  #comparePatterns(path: string, { before, after }: Sides<Shape>): void {
    for (const [pattern, schemas] of before.patterns) {
      const at = patternPath(path, pattern);
      const other = after.patterns.get(pattern);
      if (other) this.compare(at, { before: schemas, after: other });
      else this.tell(at, `The fields \`${at}\` were removed`, true);
    }
    for (const pattern of after.patterns.keys()) {
      const at = patternPath(path, pattern);
      if (!before.patterns.has(pattern)) this.tell(at, `The fields \`${at}\` were added`, false);
    }
  }

  #compareFurther(path: string, { before, after }: Sides<Shape>): void {
    const [old, now] = [before.further, after.further];
    const at = `${path}.*`;
    if (typeof old === "object" && typeof now === "object") this.compare(at, { before: old, after: now });
    else this.#tell(typeof old === typeof now ? path : at, compareOpenness(path, { before: old, after: now }));
  }

  #compareItems(path: string, { before, after }: Sides<Shape>): void {
    if (before.items.length > 0 || after.items.length > 0) {
      this.compare(`${path}[]`, { before: before.items, after: after.items });
    }
    for (let at = 0; at < Math.max(before.tuple.length, after.tuple.length); at += 1) {
      this.compare(`${path}[${at}]`, {
        before: before.tuple[at] ?? before.items,
        after: after.tuple[at] ?? after.items,
      });
    }
  }
}

/** Whether a field is required; undefined if there is none. */
function comparePresence(path: string, { before, after }: { before: boolean; after: boolean | undefined }): Statement {
  if (after === undefined) return breaking(`\`${path}\` was removed`);
  if (before === after) return null;
  return after ? compatible(`\`${path}\` is now required`) : breaking(`\`${path}\` is now optional`);
}

/** Receivers ignore fields that they do not know, so allowing any is compatible. */
function compareOpenness(path: string, { before, after }: Sides<Shape["further"]>): Statement {
  if (before === after) return null;
  if (typeof after === "object") return compatible(`The fields \`${path}.*\` were added`);
  if (typeof before === "object") {
    return breaking(`The fields \`${path}.*\` ${after === "none" ? "were removed" : "may now have any value"}`);
  }
  const what = after === "none" ? "has no fields now but those named" : "may now have fields that are not named";
  return compatible(`\`${path}\` ${what}`);
}

function compareTypes(path: string, { before, after }: Sides<Shape>): Statement {
  const gained = without(after.types, before.types);
  const lost = without(before.types, after.types);
  if (gained.length === 0 && lost.length === 0) return null;
  const [old, now] = [nameTypes(before.types), nameTypes(after.types)];
  if (after.types.size === EVERY_TYPE.size) return breaking(`\`${path}\` may now be of any type (it was ${old})`);
  if (before.types.size === EVERY_TYPE.size) return compatible(`\`${path}\` is now ${now} (it was of any type)`);
  if (lost.length === 0 && gained.join() === "null") return breaking(`\`${path}\` may now be null`);
  if (gained.length === 0 && lost.join() === "null") return compatible(`\`${path}\` is never null now`);
  const message = `The type of \`${path}\` changed from ${old} to ${now}`;
  return gained.length > 0 ? breaking(message) : compatible(message);
}

/** Whether null is allowed is told by the types. */
function compareValues(path: string, { before, after }: Sides<Shape>): Statement[] {
  const [old, now] = [before.values, after.values].map((values) => values?.filter((value) => value !== null));
  if (old === undefined && now === undefined) return [];
  if (now === undefined) return [breaking(`\`${path}\` is no longer limited to ${listValues(old ?? [])}`)];
  if (old === undefined) return [compatible(`\`${path}\` is now limited to ${listValues(now)}`)];
  const added = now.filter(isOutside(old));
  const removed = old.filter(isOutside(now));
  return [
    added.length > 0 ? breaking(`\`${path}\` may now also be ${listValues(added)}`) : null,
    removed.length > 0 ? compatible(`\`${path}\` no longer allows ${listValues(removed)}`) : null,
  ];
}

function isOutside(list: readonly unknown[]): (value: unknown) => boolean {
  const contains = createMembership(list);
  return (value) => !contains(value);
}
