import { skipString } from "@/lib/wire/json-text";

/** Numbers where they stand in the text of a JSON document, in time linear in it. All of it expects text that JSON.parse takes. */

const [QUOTE, PLUS, MINUS, POINT, ZERO, NINE] = [34, 43, 45, 46, 48, 57] as const;
const [UPPER_E, LOWER_E] = [69, 101] as const;

/** What stands before a number that is a string for a while: short, for a text may have millions, and nobody can guess it. */
export function createMark(): string {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${Array.from(random, (part) => part.toString(36)).join("")} `;
}

type IsWanted = (written: string) => boolean;

/** The next wanted number from `from` on, which is not within a string: its text is that from `start` to before `end`. */
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

/** The same document with a string in the place of each wanted number: `mark` and what was written. Null without any. */
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
