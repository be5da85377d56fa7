/** Percent of attempts: "0 %", "2.5 %", "40 %". */
export function formatRate(percent: number): string {
  return `${percent >= 10 || percent === 0 ? Math.round(percent) : percent.toFixed(1)} %`;
}

/** Percent of attempts that succeeded, rounded down so that one failure is never called 100 %: "99.9 %", "80 %". */
export function formatSuccess(percent: number): string {
  return `${Math.floor(percent * 10) / 10} %`;
}
