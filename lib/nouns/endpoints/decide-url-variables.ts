import type { FieldError } from "@/lib/kernel/errors";
import type { UrlVariables } from "@/lib/nouns/endpoints/url-variable-schemas";
import { findVariables } from "@/lib/wire/url-variables";

type Given = { url?: string | undefined; url_variables?: UrlVariables | undefined };
type Stored = { url: string; urlVariables: UrlVariables };

/**
 * The address after an input, and its variables: null where it has none, or where braces are sent as they are. An address
 * that does not change keeps its meaning, so that one with braces from before there were variables is sent as ever.
 */
export function decideUrlVariables(
  given: Given,
  stored: Stored | null,
): { url: string; value: UrlVariables; errors: FieldError[] } {
  const url = given.url ?? stored?.url ?? "";
  const names = findVariables(url);
  const { value, isNew } = choose(given, stored, url);
  const known = Object.entries(value ?? {}).filter(([name]) => names.includes(name));
  const unknown = isNew ? Object.keys(value ?? {}).filter((name) => !names.includes(name)) : [];
  return {
    url,
    value: value === null || !/[{}]/.test(url) ? null : Object.fromEntries(known),
    errors: unknown.map((name) => ({ path: `url_variables.${name}`, message: `The URL has no {${name}}.` })),
  };
}

/** `isNew` says that the input itself names the variables, and so must name those of the address. */
function choose(given: Given, stored: Stored | null, url: string): { value: UrlVariables; isNew: boolean } {
  if (given.url_variables !== undefined) return { value: given.url_variables, isNew: true };
  if (stored?.url === url) return { value: stored.urlVariables, isNew: false };
  return { value: stored?.urlVariables ?? {}, isNew: false };
}
