const COMPARISONS = [
  "$eq",
  "$neq",
  "$gt",
  "$gte",
  "$lt",
  "$lte",
  "$in",
  "$nin",
  "$exist",
  "$regex",
  "$startsWith",
  "$endsWith",
] as const;
export type Comparison = (typeof COMPARISONS)[number];

const COMBINATIONS = ["$and", "$or", "$not"] as const;
export type Combination = (typeof COMBINATIONS)[number];

export type Operator = Comparison | Combination;

/** The step that stands for any element of an array. */
export const ANY = "$";

/** A parsed filter key: the path to the value (field names, or `ANY`), then the final operator, if any. */
export type FilterKey = { steps: string[]; operator: Operator | null };

const OPERATORS: ReadonlySet<string> = new Set([...COMPARISONS, ...COMBINATIONS]);

/**
 * Parses `amount`, `items.$.sku`, `$.name`, `.$.name`, `amount.$gt` or `$or`. Returns a sentence if the key is invalid.
 * With `flat` (headers, query) names have no fields inside, so a dot is part of the name.
 */
export function readFilterKey(key: string, flat: boolean): FilterKey | string {
  const steps: string[] = [];
  const parts = trimDots(key).split(".");
  for (const [i, part] of parts.entries()) {
    if (part === "") return `"${key}" has an empty name in it.`;
    if (part.startsWith("$") && part !== ANY) {
      if (!isOperator(part)) return unknownOperator(part);
      return i === parts.length - 1 ? { steps, operator: part } : `${part} can only stand at the end of a key.`;
    }
    const before = steps.at(-1);
    if (flat && isName(before) && isName(part)) steps[steps.length - 1] = `${before}.${part}`;
    else steps.push(part);
  }
  return { steps, operator: null };
}

function isName(step: string | undefined): step is string {
  return step !== undefined && step !== ANY;
}

function isOperator(part: string): part is Operator {
  return OPERATORS.has(part);
}

export function isCombination(operator: Operator): operator is Combination {
  return (COMBINATIONS as readonly string[]).includes(operator);
}

function trimDots(key: string): string {
  const start = key.startsWith(".$") ? 1 : 0;
  const end = key.endsWith("$.") ? key.length - 1 : key.length;
  return key.slice(start, end);
}

function unknownOperator(name: string): string {
  return `${name} is no operator. Known are ${[...OPERATORS].join(" ")}, and "$." for any element of an array.`;
}
