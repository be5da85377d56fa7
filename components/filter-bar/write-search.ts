import { quote } from "@/components/filter-bar/read-tokens";
import { FIELD_OPERATORS } from "@/components/filter-bar/search-terms";
import type { TermKind } from "@/components/filter-bar/term-kinds";

const SIGNS = new Map<string, string>(Object.entries(FIELD_OPERATORS).map(([sign, operator]) => [operator, sign]));
const TYPABLE = /^[\p{L}_$][^\s:=<>~!",]*$/u;

/** Conditions on fields of the payload as one types them; null where one cannot be typed, as with a blank in its name. */
export function writeFields(body: readonly string[], terms: readonly TermKind[]): string[] | null {
  if (!body.every((written) => TYPABLE.test(written.slice(0, written.indexOf(":"))))) return null;
  const names: ReadonlySet<string> = new Set(terms.map(({ name }) => name));
  return body.map((written) => writeField(written, names));
}

/** `total>100` where there is a sign for it, else in the form of the API. */
function writeField(written: string, names: ReadonlySet<string>): string {
  const [, path = "", operator = "", value = ""] = /^([^:]+):(\w+):(.*)$/s.exec(written) ?? [];
  const sign = value === "" ? undefined : SIGNS.get(operator);
  const text = /[\s"]/.test(value) && !value.startsWith('"') ? quote(value) : value;
  // The root tells a field from the filter of the same name.
  const field = names.has(path.toLowerCase()) ? `$.${path}` : path;
  return sign ? `${field}${sign}${text}` : `${field}:${operator}:${text}`;
}

/** `header:x-request-id=abc`, or a name alone. */
export function writePairs(term: string, pairs: readonly string[]): string[] {
  return pairs.map((written) => {
    const at = written.indexOf("=");
    return at === -1 ? `${term}:${written}` : `${term}:${written.slice(0, at)}=${quote(written.slice(at + 1))}`;
  });
}
