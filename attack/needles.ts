/** Characters that the search compares at once. */
const MOST_PREFIX = 8;

/** Thousands of texts that are looked for in one pass, by how they begin. */
export class Needles {
  readonly #prefix: number;
  readonly #byPrefix = new Map<string, string[]>();

  constructor(needles: readonly string[]) {
    this.#prefix = needles.reduce((least, { length }) => Math.min(least, length), MOST_PREFIX);
    for (const needle of needles) {
      const begin = needle.slice(0, this.#prefix);
      this.#byPrefix.set(begin, [...(this.#byPrefix.get(begin) ?? []), needle]);
    }
  }

  /** Whether one of them at least is in the text. */
  areIn(text: string): boolean {
    for (let at = 0; at + this.#prefix <= text.length; at += 1) {
      const candidates = this.#byPrefix.get(text.slice(at, at + this.#prefix));
      if (candidates?.some((needle) => text.startsWith(needle, at))) return true;
    }
    return false;
  }
}
