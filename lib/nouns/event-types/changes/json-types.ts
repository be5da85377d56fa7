import { isWhole } from "@/lib/wire/decimal";
import { isJsonNumber, toDecimal } from "@/lib/wire/exact-json";

/** The types of JSON Schema without overlap: `number` is `integer` and `fraction`. */
const ATOMS = ["string", "integer", "fraction", "boolean", "object", "array", "null"] as const;
export type Atom = (typeof ATOMS)[number];

export const EVERY_TYPE: ReadonlySet<Atom> = new Set(ATOMS);

/** Reads `type`; every type if it is absent or none of the specification's. */
export function readTypes(type: unknown): ReadonlySet<Atom> {
  const names: unknown[] = Array.isArray(type) ? type : [type];
  const atoms = names.flatMap((name) => (name === "number" ? ["integer", "fraction"] : [name]));
  const known = ATOMS.filter((atom) => atoms.includes(atom));
  return known.length > 0 ? new Set(known) : EVERY_TYPE;
}

export function typeOfValue(value: unknown): Atom {
  if (value === null) return "null";
  if (isJsonNumber(value)) return isWhole(toDecimal(value)) ? "integer" : "fraction";
  if (Array.isArray(value)) return "array";
  return typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : "object";
}

export function intersect(a: ReadonlySet<Atom>, b: ReadonlySet<Atom>): ReadonlySet<Atom> {
  return new Set(ATOMS.filter((atom) => a.has(atom) && b.has(atom)));
}

/** What of `a` is not in `b`. */
export function without(a: ReadonlySet<Atom>, b: ReadonlySet<Atom>): Atom[] {
  return ATOMS.filter((atom) => a.has(atom) && !b.has(atom));
}

/** As people say it: "string or null", "any". */
export function nameTypes(types: ReadonlySet<Atom>): string {
  if (types.size === ATOMS.length) return "any";
  if (types.size === 0) return "nothing";
  const isNumber = types.has("fraction");
  return ATOMS.filter((atom) => types.has(atom) && !(isNumber && atom === "integer"))
    .map((atom) => (atom === "fraction" ? "number" : atom))
    .join(" or ");
}
