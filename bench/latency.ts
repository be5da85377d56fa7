export type Percentiles = { p50: number; p95: number; p99: number };

/** In milliseconds, to a hundredth. */
export function percentiles(latencies: readonly number[]): Percentiles {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    return Math.round(value * 100) / 100;
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
