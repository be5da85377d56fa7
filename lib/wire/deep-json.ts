import { ExactNumber, stringifyExact } from "@/lib/wire/exact-json";

/**
 * Writes the text of `stringifyExact` for a JSON value at any depth of nesting: the same text however much of the stack
 * is left, where JSON.stringify throws a RangeError.
 */
export function stringifyDeep(value: unknown): string {
  try {
    return stringifyExact(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return writeLevels(value);
  }
}

/** What is still to be written: JSON, or a value that becomes it. */
type Rest = string | { value: unknown };

function writeLevels(root: unknown): string {
  const written: string[] = [];
  const rest: Rest[] = [{ value: root }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") written.push(next);
    else if (typeof next.value !== "object" || next.value === null || next.value instanceof ExactNumber) {
      written.push(stringifyExact(next.value));
    } else {
      for (const part of partsOf(next.value).reverse()) rest.push(part);
    }
  }
  return written.join("");
}

function partsOf(container: object): Rest[] {
  const parts: Rest[] = [];
  if (Array.isArray(container)) {
    for (const value of container) parts.push(parts.length === 0 ? "[" : ",", { value });
    return parts.length === 0 ? ["[]"] : [...parts, "]"];
  }
  for (const [key, value] of Object.entries(container)) {
    parts.push(`${parts.length === 0 ? "{" : ","}${JSON.stringify(key)}:`, { value });
  }
  return parts.length === 0 ? ["{}"] : [...parts, "}"];
}
