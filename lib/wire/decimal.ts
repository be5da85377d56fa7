/**
 * Numbers as JSON writes them (RFC 8259, 6), compared by their digits, at any length and in linear time. An exponent is
 * read as a double: exact up to fifteen digits.
 */

/** The value is `0.<digits> * 10^exponent`; `digits` has no zero at either end and is empty for zero. */
export type Decimal = Readonly<{ isNegative: boolean; digits: string; exponent: number }>;

/** How many zeros are written out before an exponent is used. */
const MAX_ZEROS = 100;
const MAX_DIVISOR_DIGITS = 1_000;
const PIECE_DIGITS = 500;
const ZERO = 48;

/** Negative, 0 or positive if the first is less, equal or greater. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const size = compareSizes(a, b);
  return a.isNegative ? 0 - size : size;
}

/** One text for all notations of a number: `10.50`, `1.05e1` and `10.5` are `10.5`. */
export function toCanonicalDecimal({ isNegative, digits, exponent }: Decimal): string {
  return digits === "" ? "0" : (isNegative ? "-" : "") + write(digits, exponent);
}

/** How many digits it takes to write the number without an exponent. */
export function countPlaces({ digits, exponent }: Decimal): number {
  return Math.max(exponent, 0) + Math.max(digits.length - exponent, 0);
}

export function isWhole({ digits, exponent }: Decimal): boolean {
  return digits.length <= exponent || digits === "";
}

/**
 * Whether the quotient is a whole number, as `multipleOf` of JSON Schema asks. Nothing is a multiple of zero, nor of a
 * number of more than 1,000 digits: so the time is linear in the value's digits.
 */
export function isMultipleOf(value: Decimal, part: Decimal): boolean {
  if (part.digits === "" || part.digits.length > MAX_DIVISOR_DIGITS) return false;
  if (value.digits === "") return true;
  // The power of ten that the digits, without final zeros, are multiplied by.
  const power = value.exponent - value.digits.length - (part.exponent - part.digits.length);
  if (power < 0 || !Number.isSafeInteger(power)) return false;
  const divisor = BigInt(part.digits);
  return divisor === 1n || (remainderOf(value.digits, divisor) * powerOfTen(power, divisor)) % divisor === 0n;
}

/** Works piece by piece: one integer of all digits would take more than linear time. */
function remainderOf(digits: string, divisor: bigint): bigint {
  let remainder = 0n;
  for (let at = 0; at < digits.length; at += PIECE_DIGITS) {
    const piece = digits.slice(at, at + PIECE_DIGITS);
    remainder = (remainder * 10n ** BigInt(piece.length) + BigInt(piece)) % divisor;
  }
  return remainder;
}

function powerOfTen(power: number, modulus: bigint): bigint {
  let result = 1n % modulus;
  let factor = 10n % modulus;
  for (let rest = power; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === "" || b.digits === "") return a.digits.length - b.digits.length;
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -1 : 1;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}

function write(digits: string, exponent: number): string {
  const zerosAfter = exponent - digits.length;
  if (zerosAfter >= 0 && zerosAfter <= MAX_ZEROS) return digits + "0".repeat(zerosAfter);
  if (exponent > 0 && zerosAfter < 0) return `${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
  if (exponent <= 0 && -exponent <= MAX_ZEROS) return `0.${"0".repeat(-exponent)}${digits}`;
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
  return `${digits[0]}${rest}e${exponent - 1}`;
}

/** Parses the text of a JSON number. */
export function readDecimal(text: string): Decimal {
  const isNegative = text.startsWith("-");
  const end = text.search(/[eE]/);
  const mantissa = text.slice(isNegative ? 1 : 0, end === -1 ? undefined : end);
  const point = mantissa.indexOf(".");
  const all = point === -1 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  let from = 0;
  while (all.charCodeAt(from) === ZERO) from += 1;
  let to = all.length;
  while (to > from && all.charCodeAt(to - 1) === ZERO) to -= 1;
  if (from === to) return { isNegative: false, digits: "", exponent: 0 };
  const written = end === -1 ? 0 : Number(text.slice(end + 1));
  return { isNegative, digits: all.slice(from, to), exponent: (point === -1 ? all.length : point) - from + written };
}
