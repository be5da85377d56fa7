import { randomUUID } from "node:crypto";

/** JSON read as text, so that its numbers stay as they are written. All of it takes valid JSON only. */

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Whole numbers of so many characters are exact as numbers of JavaScript, whatever their digits. */
const SURELY_EXACT = 15;

/** Whether some number of a JSON text would be written otherwise by JavaScript, or is too large for it to be exact. */
export function hasOddNumbers(text: string): boolean {
  return findOddNumber(text, 0) !== null;
}

/**
 * JSON as `JSON.stringify` would write what `JSON.parse` reads, but each number as it is in the text. Null for what is
 * nested deeper than JSON is written here.
 */
export function toPlainWriting(text: string): string | null {
  try {
    return JSON.stringify(parseMarked(text)).replaceAll(MARKED, "$1");
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** In the place of a number while JavaScript has the rest of its text. No sender can know it. */
const MARK = `number ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, "g");

/** What `JSON.parse` gives, but with odd numbers as marked text. */
export function parseMarked(text: string): unknown {
  const pieces: string[] = [];
  let written = 0;
  for (let found = findOddNumber(text, 0); found; found = findOddNumber(text, found.end)) {
    pieces.push(text.slice(written, found.start), '"', MARK, text.slice(found.start, found.end), '"');
    written = found.end;
  }
  pieces.push(text.slice(written));
  return JSON.parse(pieces.join(""));
}

/** How a number that `parseMarked` gave is written; null for what is none. */
export function writingOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.startsWith(MARK) ? value.slice(MARK.length) : null;
}

function findOddNumber(text: string, from: number): { start: number; end: number } | null {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      if (isOdd(text.slice(at, end))) return { start: at, end };
      at = end - 1;
    }
  }
  return null;
}

/** Takes a member out of an object's JSON as `JSON.stringify` writes it: its value, and the rest; null where it has none. */
export function cutMember(json: string, name: string): { value: string; rest: string } | null {
  if (!json.startsWith("{") || !json.includes(name)) return null;
  for (let at = 1; json.charCodeAt(at) === QUOTE; ) {
    const colon = endOfString(json, at);
    const end = endOfValue(json, colon + 1);
    if (JSON.parse(json.slice(at, colon)) === name) {
      const isLast = json[end] === "}";
      const rest = isLast
        ? json.slice(0, at === 1 ? 1 : at - 1) + json.slice(end)
        : json.slice(0, at) + json.slice(end + 1);
      return { value: json.slice(colon + 1, end), rest };
    }
    at = end + 1;
  }
  return null;
}

/** Just behind the quote that ends the string that begins there. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && "0123456789.eE+-".includes(text.charAt(end))) end++;
  return end;
}

/** Where the value that begins there is followed by a comma or a bracket that is not its own. */
function endOfValue(json: string, start: number): number {
  for (let at = start, depth = 0; ; at++) {
    const char = json[at];
    if (char === '"') at = endOfString(json, at) - 1;
    else if (char === "{" || char === "[") depth++;
    else if (depth === 0 && (char === "," || char === "}")) return at;
    else if (char === "}" || char === "]") depth--;
  }
}

function isOdd(written: string): boolean {
  if (written.length <= SURELY_EXACT && /^(?:0|-?[1-9]\d*)$/.test(written)) return false;
  const value = Number(written);
  return String(value) !== written || (Number.isInteger(value) && !Number.isSafeInteger(value));
}
