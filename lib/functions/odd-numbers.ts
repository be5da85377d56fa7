import { createMark, findNumber, markNumbers } from "@/lib/wire/json-numbers";

/** JSON read as text, so that its numbers stay as they are written. All but `mayHaveOddNumbers` takes valid JSON only. */

/** Whole numbers of so many characters are exact as numbers of JavaScript, whatever their digits. */
const SURELY_EXACT = 15;

/**
 * What may be a number with an exponent, of 16 characters or more, a negative zero, one whose fraction ends with a zero,
 * and one that is written with an exponent because it is so small. What follows `12:` is a time.
 */
const MAY_BE_ODD = /(?:^|(?<!\d):|[,[\s])(?:-0|-?(?:[\d.]{16}|\d[\d.]*[eE]|\d+\.\d*0(?!\d)|0\.000000))/;

/** Quickly, of any text: false where surely none of its numbers is odd. */
export function mayHaveOddNumbers(text: string): boolean {
  return MAY_BE_ODD.test(text);
}

/** Whether some number of a JSON text would be written otherwise by JavaScript, or is too large for it to be exact. */
export function hasOddNumbers(text: string): boolean {
  return findNumber(text, 0, isOdd) !== null;
}

/** Whether JSON is the plain writing of a text, which is never longer than the text. */
export function isPlainWriting(json: string, text: string): boolean {
  return json === text || (json.length <= text.length && json === toPlainWriting(text));
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
const MARK = createMark();
const MARKED = new RegExp(`"${MARK}([^"]*)"`, "g");

/** What `JSON.parse` gives, but with odd numbers as marked text. */
export function parseMarked(text: string): unknown {
  return JSON.parse(markNumbers(text, MARK, isOdd) ?? text);
}

/** How a number that `parseMarked` gave is written; null for what is none. */
export function writingOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.startsWith(MARK) ? value.slice(MARK.length) : null;
}

function isOdd(written: string): boolean {
  if (written.length <= SURELY_EXACT && /^(?:0|-?[1-9]\d*)$/.test(written)) return false;
  const value = Number(written);
  return String(value) !== written || (Number.isInteger(value) && !Number.isSafeInteger(value));
}
