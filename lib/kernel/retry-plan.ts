/** How the waits between attempts grow. */
export type RetryGrowth = {
  readonly strategy: "linear" | "exponential";
  readonly intervalSeconds: number;
  readonly maxRetrySeconds: number;
};

/**
 * The wait after attempt `number`, counted from 1, before chance is added. Linear waits the interval each time,
 * exponential doubles it with each attempt; both at most the longest wait.
 */
export function plannedWaitMs(number: number, { strategy, intervalSeconds, maxRetrySeconds }: RetryGrowth): number {
  const factor = strategy === "linear" ? 1 : 2 ** Math.min(number - 1, 30);
  return Math.min(intervalSeconds * factor, maxRetrySeconds) * 1000;
}

/** When the attempts of a delivery are made that all fail at once, in milliseconds from the first: `[0, …]`. */
export function plannedAttempts(attempts: number, growth: RetryGrowth): number[] {
  const times = [0];
  for (let number = 1; number < attempts; number += 1) {
    times.push((times.at(-1) ?? 0) + plannedWaitMs(number, growth));
  }
  return times;
}
