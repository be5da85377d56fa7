import { skipString } from "@/lib/wire/json-text";

/** Finds numbers in the text of a JSON document, in linear time. All functions expect text that JSON.parse accepts. */

const [QUOTE, PLUS, MINUS, POINT, ZERO, NINE] = [34, 43, 45, 46, 48, 57] as const;
const [UPPER_E, LOWER_E] = [69, 101] as const;

/** Creates the mark of a number that is temporarily a string: short, since a text may have millions, and random. */
export function createMark(): string {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${Array.from(random, (part) => part.toString(36)).join("")} `;
}

type IsWanted = (written: string) => boolean;

/** Finds the next wanted number from `from` on that is not within a string: the text from `start` to before `end`. */
export function findNumber(text: string, from: number, isWanted: IsWanted): { start: number; end: number } | null {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = skipString(text, at) - 1;
    else if (isDigit(code) || code === MINUS) {
      const end = endOfNumber(text, at);
      if (isWanted(text.slice(at, end))) return { start: at, end };
      at = end - 1;
    }
  }
  return null;
}

/** The same document with a string in place of each wanted number: `mark` and its text. Null without any. */
export function markNumbers(text: string, mark: string, isWanted: IsWanted): string | null {
  const pieces: string[] = [];
  let written = 0;
  for (let found = findNumber(text, 0, isWanted); found; found = findNumber(text, found.end, isWanted)) {
    pieces.push(text.slice(written, found.start), '"', mark, text.slice(found.start, found.end), '"');
    written = found.end;
  }
  if (written === 0) return null;
  pieces.push(text.slice(written));
  return pieces.join("");
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && belongsToNumber(text.charCodeAt(end))) end += 1;
  return end;
}

function belongsToNumber(code: number): boolean {
  if (isDigit(code) || code === POINT || code === MINUS || code === PLUS) return true;
  return code === LOWER_E || code === UPPER_E;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
