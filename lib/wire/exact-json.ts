import {
  compareDecimals,
  countPlaces,
  type Decimal,
  isWhole,
  readDecimal,
  toCanonicalDecimal,
} from "@/lib/wire/decimal";
import { createMark, markNumbers } from "@/lib/wire/json-numbers";

/**
 * JSON whose numbers keep their value. `JSON.parse` rounds what a double cannot represent, and distinct ids beyond 2^53
 * become equal. Here such a number is an `ExactNumber`; every other is a plain one. Browser-safe.
 */

/** A JSON number that no double can represent, as it is written. Never one that a plain number could represent. */
export class ExactNumber {
  #decimal: Decimal | null = null;
  #canonical: string | null = null;

  constructor(readonly text: string) {}

  /** Parsed once: a number may have a million digits, and be compared with each item of a list. */
  get decimal(): Decimal {
    this.#decimal ??= readDecimal(this.text);
    return this.#decimal;
  }

  /** The same for numbers of the same value: `9007199254740993.0` and `9007199254740993` are one. */
  get canonical(): string {
    this.#canonical ??= toCanonicalDecimal(this.decimal);
    return this.#canonical;
  }

  get isInteger(): boolean {
    return isWhole(this.decimal);
  }

  /** Whether it can be written out, with all its zeros, in a thousand digits. */
  get isWritable(): boolean {
    return countPlaces(this.decimal) <= 1_000;
  }

  toString(): string {
    return this.text;
  }

  /** Only `stringifyExact` can write the digits; `JSON.stringify` rounds, as it does with any number. */
  toJSON(): unknown {
    return isWriting ? `${MARK}${this.text}` : Number(this.text);
  }
}

/** A random text, so that no user's text is mistaken for it. */
const MARK = createMark();
const MARKED = new RegExp(`"${MARK}([^"]*)"`, "g");
let isWriting = false;

/** No double needs more digits to be distinguished from every other (ECMAScript, Number::toString). */
const DOUBLE_DIGITS = 17;

/** A number with 16 characters or more, or an exponent: only these can exceed a double. */
const MAY_BE_INEXACT = /(?:^|[:,[\s])-?(?:[\d.]{16}|\d[\d.]*[eE])/;

/** Parses JSON like `JSON.parse`, and throws like it, but keeps each number's value. */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_BE_INEXACT.test(text)) return value;
  const marked = markNumbers(text, MARK, (written) => !isDouble(written));
  return marked === null ? value : unmark(JSON.parse(marked));
}

/** Writes a value like `JSON.stringify`, with the digits of exact numbers. */
export function stringifyExact(value: unknown, space?: number): string {
  return writeExact(() => JSON.stringify(value, null, space));
}

/** Runs a `JSON.stringify` so that exact numbers keep their digits. */
export function writeExact<T extends string | undefined>(write: () => T): T {
  isWriting = true;
  let json: T;
  try {
    json = write();
  } finally {
    isWriting = false;
  }
  return (json?.includes(MARK) ? json.replace(MARKED, "$1") : json) as T;
}

export type JsonNumber = number | ExactNumber;

export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

/** Negative, 0 or positive if the first is less, equal or greater. */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareDecimals(toDecimal(a), toDecimal(b));
}

export function toDecimal(value: JsonNumber): Decimal {
  return typeof value === "number" ? readDecimal(String(value)) : value.decimal;
}

/** Whether a double represents this number. It then stands for its shortest decimal, which is that number. */
function isDouble(text: string): boolean {
  if (text.length < 16 && !/[eE]/.test(text)) return true;
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (String(value) === text) return true;
  const decimal = readDecimal(text);
  return decimal.digits.length <= DOUBLE_DIGITS && compareDecimals(decimal, toDecimal(value)) === 0;
}

/** Iterates instead of recursing: a value may be nested more deeply than the stack. */
function unmark(root: unknown): unknown {
  const holder = { root };
  const open: object[] = [holder];
  for (let container = open.pop(); container; container = open.pop()) {
    const fields = container as Record<string, unknown>;
    for (const key of Object.keys(container)) {
      const part = fields[key];
      if (typeof part === "string" && part.startsWith(MARK))
        setOwn(fields, key, new ExactNumber(part.slice(MARK.length)));
      else if (typeof part === "object" && part !== null) open.push(part);
    }
  }
  return holder.root;
}

/** `__proto__` is a name like any other in JSON. */
function setOwn(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") fields[key] = value;
  else Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
}
