import { invalidFields } from "@/lib/kernel/errors";
import { ExactNumber } from "@/lib/wire/exact-json";
import { type Condition, compileComparison } from "./comparison";
import { ANY, isCombination, type Operator, readFilterKey } from "./filter-key";
import { ownField } from "./own-field";
import { findFilterErrors } from "./validate-filter";

/** A subscription's `filter_config.filter`. A section that is absent, null or `{}` passes everything. */
export type FilterSet = {
  body?: object | null;
  headers?: object | null;
  query?: object | null;
  /** Text that the path must equal, or operators on it: `{"$startsWith": "/orders"}`. */
  path?: object | string | null;
  /** The notation of the keys. Both notations are understood regardless. */
  is_flattened?: boolean;
};

/**
 * `body` is the payload as `parsePayload` reads it, `undefined` without one; header names in any case; `path` without
 * the query.
 */
export type FilterInput = {
  body: unknown;
  headers: Record<string, string | string[]>;
  query: Record<string, string | string[]>;
  path: string;
};

export type CompiledFilter = (input: FilterInput) => boolean;

type Section = { flat: boolean; field: (value: unknown, name: string) => unknown };

const BODY: Section = { flat: false, field: ownField };
const QUERY: Section = { flat: true, field: ownField };
const HEADERS: Section = { flat: true, field: headerField };

/**
 * Compiles a filter once, for many events. All sections must pass, and in a section all keys.
 *
 * - A key is a path: `{"a": {"b": 1}}`, `{"a.b": 1}` and mixtures of both mean the same, and `a.0` is an element by
 *   number. A field whose own name is the whole dotted key takes precedence over the path.
 * - A bare value is `$eq`. Equality is that of JSON values, so `$neq` and `$nin` are true on another type; every other
 *   comparison is false on another type, and every one is false on a missing field, except `$exist: false`.
 * - `$` is any element: `{"items.$": {"sku": 1, "qty": 2}}` asks for one element with both, `{"items.$.sku": 1,
 *   "items.$.qty": 2}` for one of each. No array, or an empty one, is a missing field.
 * - A repeated header or query parameter passes if one of its values does.
 *
 * Throws `invalid_fields` for a filter that `findFilterErrors` refuses; the compiled filter never throws.
 */
export function compileFilter(filter: FilterSet): CompiledFilter {
  const errors = findFilterErrors(filter);
  if (errors.length > 0) throw invalidFields(errors);

  const tests: CompiledFilter[] = [];
  const { body, headers, query, path } = filter;
  if (!isEmpty(path)) {
    const condition = compileCondition(path, BODY);
    tests.push((input) => condition(input.path));
  }
  if (!isEmpty(headers)) {
    const condition = compileCondition(headers, HEADERS);
    tests.push((input) => condition(input.headers));
  }
  if (!isEmpty(query)) {
    const condition = compileCondition(query, QUERY);
    tests.push((input) => condition(input.query));
  }
  if (!isEmpty(body)) {
    const condition = compileCondition(body, BODY);
    tests.push((input) => condition(input.body));
  }
  return (input) => tests.every((test) => test(input));
}

function isEmpty(section: object | string | null | undefined): boolean {
  return section == null || (typeof section === "object" && Object.keys(section).length === 0);
}

function compileCondition(filter: unknown, section: Section): Condition {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter) || filter instanceof ExactNumber) {
    return compileComparison("$eq", filter);
  }
  const conditions = Object.entries(filter).map(([key, operand]) => compileEntry(key, operand, section));
  return conditions.length === 1 && conditions[0] ? conditions[0] : all(conditions);
}

function compileEntry(key: string, operand: unknown, section: Section): Condition {
  const read = readFilterKey(key, section.flat);
  if (typeof read === "string") return () => false;
  const { steps, operator } = read;
  const target = operator ? compileOperator(operator, operand, section) : compileCondition(operand, section);
  const walked = steps.reduceRight<Condition>((next, step) => compileStep(step, next, section), target);
  if (section.flat || operator || steps.length < 2 || steps.includes(ANY)) return walked;
  return (value) => {
    const literal = ownField(value, key);
    return literal === undefined ? walked(value) : target(literal);
  };
}

function compileOperator(operator: Operator, operand: unknown, section: Section): Condition {
  if (!isCombination(operator)) return compileComparison(operator, operand);
  if (operator === "$not") {
    const condition = compileCondition(operand, section);
    return (value) => !condition(value);
  }
  const conditions = (operand as unknown[]).map((part) => compileCondition(part, section));
  return operator === "$and" ? all(conditions) : (value) => conditions.some((condition) => condition(value));
}

function compileStep(step: string, next: Condition, section: Section): Condition {
  if (step !== ANY) {
    if (!section.flat) return (value) => next(section.field(value, step));
    return (value) => passesAny(section.field(value, step), next);
  }
  if (section.flat) return next;
  return (value) => (Array.isArray(value) ? passesAny(value, next) : next(undefined));
}

function passesAny(value: unknown, next: Condition): boolean {
  if (!Array.isArray(value)) return next(value);
  return value.length === 0 ? next(undefined) : value.some((element) => next(element));
}

function all(conditions: Condition[]): Condition {
  return (value) => conditions.every((condition) => condition(value));
}

function headerField(headers: unknown, name: string): unknown {
  const wanted = name.toLowerCase();
  const direct = ownField(headers, wanted);
  if (direct !== undefined || typeof headers !== "object" || headers === null) return direct;
  const found = Object.keys(headers).find((key) => key.toLowerCase() === wanted);
  return found === undefined ? undefined : ownField(headers, found);
}
