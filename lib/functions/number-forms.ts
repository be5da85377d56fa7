/**
 * How a function is given the whole numbers of its argument that JavaScript's numbers cannot hold exactly, those beyond
 * ±(2^53 − 1): `exact` as BigInt, `rounded` as plain numbers. `plain` is an argument that has no number out of the ordinary.
 * In every form a number whose value the function leaves alone is written as it came.
 */
export type NumberForm = "plain" | "exact" | "rounded";

/** The text speaks of BigInt: it was written for them. */
const KNOWS_BIGINT = /\bbigint\b|\b\d+n\b/i;

/**
 * Where a BigInt would go another way than a number does, without an error that could be seen: the text tells numbers
 * apart, catches errors, or holds a literal that is itself rounded.
 */
const WOULD_NOT_NOTICE =
  /(["'`])number\1|\bNumber\s*\.\s*is(?:Integer|SafeInteger|Finite)\b|\bcatch\b|(?<![\w.])\d[\d_]{15,}\b/;

/**
 * The forms in which a function is run, one after the other while it throws. One that speaks of BigInt gets them. One that
 * was written without them gets plain numbers where it would not notice the difference, or where it throws because of it.
 */
export function chooseForms(source: string): readonly [NumberForm, ...NumberForm[]] {
  if (KNOWS_BIGINT.test(source)) return ["exact"];
  return WOULD_NOT_NOTICE.test(source) ? ["rounded"] : ["exact", "rounded"];
}

/** A whole number with more digits stays a plain number: making a BigInt of it would take the function's time. */
export const MAX_BIGINT_LENGTH = 1_000;

/** Whether a number is a BigInt where those are given exactly. */
export function isBigWhole(writing: string): boolean {
  return writing.length <= MAX_BIGINT_LENGTH && !Number.isSafeInteger(Number(writing)) && /^-?\d+$/.test(writing);
}
