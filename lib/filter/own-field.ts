import { ExactNumber } from "@/lib/wire/exact-json";

const ARRAY_INDEX = /^(?:0|[1-9]\d{0,9})$/;

/**
 * The own property of a JSON object, or the element of an array (`"0"`, `"1"`, …), by name; `undefined` if there is
 * none. Never looks at the prototype chain, so `__proto__` and `constructor` are names like any other.
 */
export function ownField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return undefined;
  if (Array.isArray(value) && !ARRAY_INDEX.test(name)) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
