/** Each value once, without nulls. */
export function distinct<T>(values: Iterable<T | null>): T[] {
  return [...new Set(values)].filter((value) => value !== null);
}
