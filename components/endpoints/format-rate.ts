/** Percent of attempts: "0 %", "2.5 %", "40 %". */
export function formatRate(percent: number): string {
  return `${percent >= 10 || percent === 0 ? Math.round(percent) : percent.toFixed(1)} %`;
}
