/** Rounded to a hundredth. `whole` is not 0. */
export function toPercent(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100;
}
