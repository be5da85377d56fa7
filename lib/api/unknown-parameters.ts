import { closest, distance } from "fastest-levenshtein";
import { toPlainName } from "@/lib/wire/parameter-names";

const MAX_NAMED = 10;
const MAX_NAME_CHARACTERS = 64;

/**
 * Lists the parameters of a query that an operation does not know, as in `stauts (did you mean status?)`: visible ASCII
 * of a bounded length, for a header. Null if it knows all.
 */
export function tellUnknownParameters(search: URLSearchParams, known: readonly string[]): string | null {
  if (search.size === 0) return null;
  const plain = new Map(known.map((name) => [toPlainName(name), name]));
  const unknown = [...new Set(search.keys())].filter((name) => !plain.has(toPlainName(name)));
  if (unknown.length === 0) return null;
  const told = unknown.slice(0, MAX_NAMED).map((name) => tell(name, plain));
  if (unknown.length > told.length) told.push(`${unknown.length - told.length} more`);
  return told.join(", ");
}

function tell(name: string, plain: ReadonlyMap<string, string>): string {
  const short = [...name].slice(0, MAX_NAME_CHARACTERS).join("");
  const given = toPlainName(short);
  const nearest = plain.size > 0 ? closest(given, [...plain.keys()]) : null;
  const isNear = nearest !== null && distance(given, nearest) <= Math.max(1, Math.floor(nearest.length / 3));
  return isNear ? `${toVisible(short)} (did you mean ${plain.get(nearest)}?)` : toVisible(short);
}

/** Percent-encodes what a header cannot contain, or what would look like another name. */
function toVisible(name: string): string {
  const visible = encodeURIComponent(name).replace(/%5B%5D$/, "[]");
  return visible.length <= MAX_NAME_CHARACTERS ? visible : `${visible.slice(0, MAX_NAME_CHARACTERS)}...`;
}
