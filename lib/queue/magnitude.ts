/** The classes of a number: how often it can be halved until it is below 2. Each is twice as wide as the one before. */
export type Magnitudes = { readonly least: number; readonly most: number };

/** Of the number of attempts, from the second on. */
export const ATTEMPTS: Magnitudes = { least: 1, most: 30 };
/** Of the seconds from acceptance to success, from half a second on. */
export const LATENCY: Magnitudes = { least: -1, most: 30 };

/** The class of a number; null if it is below the least class. */
export function classOf(number: number, { least, most }: Magnitudes): number | null {
  if (number < 2 ** least) return null;
  return Math.min(most, Math.floor(Math.log2(number)));
}

/** The classes of all numbers in a range, both ends inclusive; null if some of them have no class. */
export function classesWithin(
  range: { min?: number | undefined; max?: number | undefined },
  magnitudes: Magnitudes,
): number[] | null {
  const first = range.min === undefined ? null : classOf(range.min, magnitudes);
  if (first === null) return null;
  const last = range.max === undefined ? magnitudes.most : (classOf(range.max, magnitudes) ?? first);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}
