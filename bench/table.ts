/** Rows of a name and a value. */
export function toRows(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}

export function ms({ p50, p95, p99 }: { p50: number; p95: number; p99: number }): string {
  return `p50 ${p50} · p95 ${p95} · p99 ${p99} ms`;
}

/** A rate as a share of a bare echo's under the same load. */
export function ratio(rps: number, yardstickRps: number): string {
  return `${((rps / yardstickRps) * 100).toFixed(1)} %`;
}

export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

/** At most 15 of the values, evenly spaced. */
export function sparse(values: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(values.length / 15));
  return values.filter((_, index) => index % step === 0);
}
