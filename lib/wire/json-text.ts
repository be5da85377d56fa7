import { namesOf } from "@/lib/wire/path-names";

/**
 * Parts of a JSON document as they are written, because parsing and writing again changes them: numbers are rounded,
 * repeated fields are dropped, others change order. All functions expect text that JSON.parse accepts.
 */

/** The text of the value at a path; null if there is none. */
export function findText(json: string, path: string): string | null {
  let at: string | null = json.trim();
  for (const name of namesOf(path)) {
    if (at === null) return null;
    if (at.startsWith("[")) at = elementsOf(at).at(toIndex(name)) ?? null;
    else at = at.startsWith("{") ? memberOf(at, name) : null;
  }
  return at;
}

/** The value at a path as text: a string's own, a number or boolean as it is written; null for anything else. */
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

/** A name that is not an index is beyond every array. */
function toIndex(name: string): number {
  return /^(-1|\d{1,9})$/.test(name) ? Number(name) : Number.POSITIVE_INFINITY;
}

/** The text of a field of an object; null if there is none. The last one counts, as with JSON.parse. */
export function memberOf(object: string, name: string): string | null {
  const plain = JSON.stringify(name);
  let found: string | null = null;
  let at = skipSpace(object, 1);
  while (at < object.length && object.charCodeAt(at) === QUOTE) {
    const keyEnd = skipString(object, at);
    const key = object.slice(at, keyEnd);
    const start = skipSpace(object, skipSpace(object, keyEnd) + 1);
    const end = skipValue(object, start);
    if (key === plain || (key.includes("\\") && JSON.parse(key) === name)) found = object.slice(start, end);
    at = skipSpace(object, skipSpace(object, end) + 1);
  }
  return found;
}

/** Cuts a field out of an object as `JSON.stringify` writes it: its value, and the rest; null if it has none. */
export function cutMember(object: string, name: string): { value: string; rest: string } | null {
  if (!object.startsWith("{") || !object.includes(name)) return null;
  for (let at = 1; object.charCodeAt(at) === QUOTE; ) {
    const colon = skipString(object, at);
    const end = skipValue(object, colon + 1);
    if (JSON.parse(object.slice(at, colon)) === name) {
      const isLast = object[end] === "}";
      const rest = isLast
        ? object.slice(0, at === 1 ? 1 : at - 1) + object.slice(end)
        : object.slice(0, at) + object.slice(end + 1);
      return { value: object.slice(colon + 1, end), rest };
    }
    at = end + 1;
  }
  return null;
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

function opens(code: number): boolean {
  return code === OPEN_OBJECT || code === OPEN_LIST;
}

function closes(code: number): boolean {
  return code === CLOSE_OBJECT || code === CLOSE_LIST;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return at;
}

/**
 * The index after the string that begins at `from`: after the first quote that follows no backslash, or an even number
 * of them.
 */
export function skipString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}

/** The index after the value that begins at `from`. */
function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return skipString(text, from);
  if (!opens(first)) return skipWord(text, from);
  let depth = 0;
  let at = from;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = skipString(text, at);
      continue;
    }
    if (opens(code)) depth += 1;
    else if (closes(code)) depth -= 1;
    at += 1;
  } while (depth > 0 && at < text.length);
  return at;
}

function skipWord(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === COMMA || closes(code)) break;
  }
  return at;
}
