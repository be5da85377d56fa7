const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these within a string.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

export type TextPlace = { line: number; column: number };

/**
 * Finds where a text stops being JSON, counted from 1; null if it is JSON. Browsers differ in the messages of
 * JSON.parse, and not all of them name the position.
 */
export function findJsonError(text: string): TextPlace | null {
  const reader = new Reader(text);
  if (reader.value() && reader.isAtEnd()) return null;
  const before = text.slice(0, reader.at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a value and the space around it; false where it breaks, with `at` at that position. */
  value(): boolean {
    this.#match(SPACE);
    const read = this.#next("{")
      ? this.#list("}", () => this.#member())
      : this.#next("[")
        ? this.#list("]", () => this.value())
        : this.#match(STRING) || this.#match(SCALAR);
    if (read) this.#match(SPACE);
    return read;
  }

  isAtEnd(): boolean {
    return this.at === this.#text.length;
  }

  #member(): boolean {
    this.#match(SPACE);
    if (!this.#match(STRING)) return false;
    this.#match(SPACE);
    return this.#next(":") && this.value();
  }

  #list(end: string, item: () => boolean): boolean {
    this.#match(SPACE);
    if (this.#next(end)) return true;
    while (item()) {
      if (this.#next(end)) return true;
      if (!this.#next(",")) return false;
    }
    return false;
  }

  #next(mark: string): boolean {
    if (this.#text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found) this.at += found[0].length;
    return found !== null;
  }
}
