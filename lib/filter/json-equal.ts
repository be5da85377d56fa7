import { compareNumbers, ExactNumber } from "@/lib/wire/exact-json";

/**
 * Deep equality of JSON values: numbers by value, arrays by order, objects by own keys in any order. Recurses no deeper
 * than the shallower one.
 */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof ExactNumber) return b instanceof ExactNumber && compareNumbers(a, b) === 0;
  if (!isContainer(a) || !isContainer(b)) return false;
  return Array.isArray(a) || Array.isArray(b) ? listsEqual(a, b) : objectsEqual(a, b);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function listsEqual(a: object, b: object): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((element, i) => jsonEqual(element, b[i]));
}

function objectsEqual(a: object, b: object): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  return keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]));
}

/**
 * Creates a check whether a value equals an item of a list, by `jsonEqual`. Numbers, text and the like are looked up,
 * so that a payload of many values costs no more for a long list than for a short one.
 */
export function createMembership(list: readonly unknown[]): (value: unknown) => boolean {
  const exact = new Set(list.flatMap((one) => (one instanceof ExactNumber ? [one.canonical] : [])));
  const containers = list.filter((one) => isContainer(one) && !(one instanceof ExactNumber));
  const plain = new Set(list.filter((one) => !isContainer(one)));
  return (value) => {
    if (value instanceof ExactNumber) return exact.size > 0 && exact.has(value.canonical);
    return isContainer(value) ? containers.some((one) => jsonEqual(one, value)) : plain.has(value);
  };
}
