export function totalOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
