import { namesOf } from "@/lib/sources/json-path";

/**
 * Parts of a JSON document as they are written in it. Items are taken out of an answer byte for byte, because parsing and
 * writing again would round numbers beyond 2^53, which ids often are. All functions expect text that JSON.parse takes.
 */

/** The text of the value at a path; null where there is none. */
export function findText(json: string, path: string): string | null {
  let at: string | null = json.trim();
  for (const name of namesOf(path)) {
    if (at === null) return null;
    if (at.startsWith("[")) at = elementsOf(at).at(toIndex(name)) ?? null;
    else at = at.startsWith("{") ? memberOf(at, name) : null;
  }
  return at;
}

/** The value at a path as text: a string's own, a number or truth value as it is written; null for anything else. */
export function findScalar(json: string, path: string): string | null {
  const text = findText(json, path);
  if (text === null || text === "null" || /^[[{]/.test(text)) return null;
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

/** The texts of an array's elements. */
export function elementsOf(array: string): string[] {
  const elements: string[] = [];
  let at = skipSpace(array, 1);
  while (at < array.length && array[at] !== "]") {
    const end = skipValue(array, at);
    elements.push(array.slice(at, end));
    at = skipSpace(array, skipSpace(array, end) + 1);
    if (array[skipSpace(array, end)] === "]") break;
  }
  return elements;
}

/** Not an index: beyond every array. */
function toIndex(name: string): number {
  return /^(-1|\d{1,9})$/.test(name) ? Number(name) : Number.POSITIVE_INFINITY;
}

/** The last one counts where a name is given twice, as JSON.parse has it. */
function memberOf(object: string, name: string): string | null {
  let found: string | null = null;
  let at = skipSpace(object, 1);
  while (at < object.length && object[at] === '"') {
    const keyEnd = skipValue(object, at);
    const key = object.slice(at, keyEnd);
    const start = skipSpace(object, skipSpace(object, keyEnd) + 1);
    const end = skipValue(object, start);
    if (JSON.parse(key) === name) found = object.slice(start, end);
    at = skipSpace(object, skipSpace(object, end) + 1);
  }
  return found;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** The index behind the value that begins at `from`. */
function skipValue(text: string, from: number): number {
  if (text[from] === '"') return skipString(text, from);
  if (text[from] !== "{" && text[from] !== "[") {
    let at = from;
    while (at < text.length && !/[\s,\]}]/.test(text[at] as string)) at += 1;
    return at;
  }
  let depth = 0;
  let at = from;
  do {
    const char = text[at];
    if (char === '"') {
      at = skipString(text, at);
      continue;
    }
    if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    at += 1;
  } while (depth > 0 && at < text.length);
  return at;
}
