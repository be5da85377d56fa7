import { RE2JS } from "re2js";

const MAX_PATTERN = 1_000;
/** RE2's time is program size times text length. */
const MAX_PROGRAM = 1_000;

/** Compiles a `pattern` of a JSON Schema (ECMA 262) for RE2: it matches anywhere in the text, without backtracking. */
export function compilePattern(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern));
}

/** What is wrong with a pattern, as a sentence, or null. */
export function findPatternError(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN) return `A pattern has at most ${MAX_PATTERN} characters.`;
  try {
    return compilePattern(pattern).programSize() > MAX_PROGRAM ? "This pattern repeats too much." : null;
  } catch {
    return "This is no pattern of RE2, the syntax without look-around and back references.";
  }
}
