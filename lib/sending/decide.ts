import type { RetryPolicy } from "@/lib/queue/work";
import { type Attempt, describeAttempt, retryDelayMs } from "@/lib/sending/retry-delay";

/** What an attempt leads to. `failure` ends the delivery; `gone` asks for the endpoint to be made inactive. */
export type Outcome =
  | { kind: "success" }
  | { kind: "retry"; delayMs: number; reason: string }
  | { kind: "failure"; reason: string; gone: boolean };

/**
 * What an attempt means for its delivery. A 2xx is success. 410 Gone ends the delivery. Everything else, redirects and
 * other 4xx included, is retried until the retry budget is used up. `number` counts the attempts of the present budget,
 * this one included.
 */
export function decide(attempt: Attempt, number: number, policy: RetryPolicy, random: () => number): Outcome {
  const { status, error } = attempt;
  if (error === null && status !== null && status >= 200 && status < 300) return { kind: "success" };
  const reason = describeAttempt(attempt);
  if (error === null && status === 410) return { kind: "failure", reason, gone: true };
  if (number >= policy.retryLimit) {
    const attempts = number === 1 ? "1 attempt" : `${number} attempts`;
    return { kind: "failure", reason: `${reason} Gave up after ${attempts}.`, gone: false };
  }
  return { kind: "retry", delayMs: retryDelayMs(attempt, number, policy, random), reason };
}
