import type { FieldError } from "@/lib/kernel/errors";
import { ExactNumber } from "@/lib/wire/exact-json";
import { findOperandError } from "./comparison";
import { ANY, type Comparison, isCombination, type Operator, readFilterKey } from "./filter-key";

const MAX_FILTER_DEPTH = 16;
const MAX_FILTER_NODES = 500;
/** Each regex of a filter may read the whole payload, so their number bounds the time of a filter. */
export const MAX_FILTER_REGEXES = 20;

const SECTIONS = ["body", "headers", "query", "path"] as const;
type SectionName = (typeof SECTIONS)[number];

/** Totals of the walk, for the bounds over the whole filter. */
type Tally = { nodes: number; regexes: number };

/**
 * Where the walk is: `path` names it in errors, `depth` counts fields and operators, `named` says whether a field was
 * named.
 */
type Place = { section: SectionName; path: string; depth: number; named: boolean };

/** Every error of a user's filter, by path (`filter.body.amount.$gt`); empty if `compileFilter` accepts it. */
export function findFilterErrors(filter: unknown): FieldError[] {
  if (filter === null || filter === undefined) return [];
  if (!isObject(filter)) return wrong("filter", "A filter is an object with body, headers, query or path.");
  const tally: Tally = { nodes: 0, regexes: 0 };
  const errors = Object.entries(filter).flatMap(([name, value]) => checkPart(name, value, tally));
  if (tally.nodes > MAX_FILTER_NODES) {
    errors.push({ path: "filter", message: `At most ${MAX_FILTER_NODES} keys and values in a filter.` });
  }
  if (tally.regexes > MAX_FILTER_REGEXES) {
    errors.push({ path: "filter", message: `At most ${MAX_FILTER_REGEXES} $regex in a filter.` });
  }
  return errors;
}

function checkPart(name: string, value: unknown, tally: Tally): FieldError[] {
  const path = `filter.${name}`;
  if (value === undefined) return [];
  if (name === "is_flattened") {
    return typeof value === "boolean" ? [] : wrong(path, "is_flattened is true or false.");
  }
  if (!isSection(name)) return wrong(path, "A filter has only body, headers, query, path and is_flattened.");
  if (value === null || (name === "path" && typeof value === "string")) return [];
  if (!isObject(value)) {
    return wrong(path, `${name} takes ${name === "path" ? "text or an object of operators" : "an object"}.`);
  }
  const place: Place = { section: name, path, depth: 0, named: name === "path" };
  return Object.entries(value).flatMap(([key, operand]) => checkEntry(key, operand, place, tally));
}

function checkCondition(condition: unknown, place: Place, tally: Tally): FieldError[] {
  if (!isObject(condition)) return checkLiteral(condition, place, tally);
  const entries = Object.entries(condition);
  if (entries.length === 0) {
    return wrong(place.path, 'An empty condition says nothing. Write {"$exist": true} or {"$eq": {}}.');
  }
  return entries.flatMap(([key, operand]) => checkEntry(key, operand, place, tally));
}

function checkEntry(key: string, operand: unknown, parent: Place, tally: Tally): FieldError[] {
  if (!count(tally)) return [];
  const { section } = parent;
  const path = `${parent.path}.${key}`;
  const read = readFilterKey(key, section === "headers" || section === "query");
  if (typeof read === "string") return wrong(path, read);
  const { steps, operator } = read;
  const depth = parent.depth + steps.length + (operator ? 1 : 0);
  if (depth > MAX_FILTER_DEPTH) return tooDeep(path);
  if (entersText(parent, steps)) {
    return wrong(path, `${section} holds text, which has no fields inside.`);
  }
  const place = { section, path, depth, named: parent.named || steps.length > 0 };
  return operator ? checkOperator(operator, operand, place, tally) : checkCondition(operand, place, tally);
}

/** Whether a key names a field inside of a value that is text, as a header's is. */
function entersText({ section, named }: Place, [first]: readonly string[]): boolean {
  return section !== "body" && named && first !== undefined && first !== ANY;
}

function checkOperator(operator: Operator, operand: unknown, place: Place, tally: Tally): FieldError[] {
  if (!isCombination(operator)) return checkComparison(operator, operand, place, tally);
  if (operator === "$not") return checkCondition(operand, place, tally);
  if (!Array.isArray(operand) || operand.length === 0) {
    return wrong(place.path, `${operator} takes a list of one or more conditions.`);
  }
  return operand.flatMap((part: unknown, i) => {
    const inner = { ...place, path: `${place.path}.${i}`, depth: place.depth + 1 };
    if (!count(tally)) return [];
    return inner.depth > MAX_FILTER_DEPTH ? tooDeep(inner.path) : checkCondition(part, inner, tally);
  });
}

function checkComparison(operator: Comparison, operand: unknown, place: Place, tally: Tally): FieldError[] {
  if (!place.named && place.section !== "body") return wrong(place.path, `Name a field before ${operator}.`);
  if (operator === "$regex") tally.regexes += 1;
  if (tally.regexes > MAX_FILTER_REGEXES) return [];
  const error = findOperandError(operator, operand);
  return error ? wrong(place.path, error) : checkLiteral(operand, place, tally);
}

function checkLiteral(value: unknown, place: Place, tally: Tally): FieldError[] {
  if (value === null || typeof value === "string" || typeof value === "boolean") return [];
  if (value instanceof ExactNumber || (typeof value === "number" && Number.isFinite(value))) return [];
  if (typeof value !== "object") return wrong(place.path, "Only JSON values can be compared with.");
  return Object.entries(value).flatMap(([key, part]) => {
    const inner = { ...place, path: `${place.path}.${key}`, depth: place.depth + 1 };
    if (!count(tally)) return [];
    return inner.depth > MAX_FILTER_DEPTH ? tooDeep(inner.path) : checkLiteral(part, inner, tally);
  });
}

/** Counts a node; false if there are too many, so that a huge filter costs no more to check than a large one. */
function count(tally: Tally): boolean {
  tally.nodes += 1;
  return tally.nodes <= MAX_FILTER_NODES;
}

function tooDeep(path: string): FieldError[] {
  return wrong(path, `A filter is at most ${MAX_FILTER_DEPTH} levels deep.`);
}

function wrong(path: string, message: string): FieldError[] {
  return [{ path, message }];
}

function isSection(name: string): name is SectionName {
  return (SECTIONS as readonly string[]).includes(name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
