import { plannedWaitMs } from "@/lib/kernel/retry-plan";
import type { RetryPolicy } from "@/lib/queue/work";

/** The outcome of one attempt, as far as the next one depends on it. */
export type Attempt = {
  /** Null if no answer came. */
  status: number | null;
  /** Why there was no complete answer, as a sentence; null if there was one. */
  error: string | null;
  /** The answer's `Retry-After` in milliseconds from its arrival, or null. */
  retryAfterMs: number | null;
};

const JITTER = 0.1;

/**
 * How long to wait before attempt `number + 1`: as planned, ±10 %, so that deliveries that failed together do not return
 * together. A `Retry-After` that asks for longer is honoured up to the longest wait.
 */
export function retryDelayMs(attempt: Attempt, number: number, policy: RetryPolicy, random: () => number): number {
  const capMs = policy.maxRetrySeconds * 1000;
  const jittered = plannedWaitMs(number, policy) * (1 + JITTER * (2 * random() - 1));
  return Math.round(Math.max(jittered, Math.min(attempt.retryAfterMs ?? 0, capMs)));
}

/** The reason of a failed attempt as a sentence for the operator. */
export function describeAttempt(attempt: Attempt): string {
  if (attempt.error !== null || attempt.status === null) return sentence(attempt.error ?? "No answer");
  if (attempt.status >= 300 && attempt.status < 400)
    return `The endpoint answered ${attempt.status}; redirects are not followed.`;
  if (attempt.status === 410) return "The endpoint answered 410 Gone.";
  return `The endpoint answered ${attempt.status}.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Reads `Retry-After` (RFC 9110, 10.2.3): whole seconds or an HTTP date. Anything else is null. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
