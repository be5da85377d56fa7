import { FAILURE_CODES } from "@/lib/kernel/vocabulary";

/** The rules of the filters of deliveries that a schema and a reader share. */

export const FAILED_STATUS = /^[1-5](\d\d|xx)$/;
export const MAX_ATTEMPTS = 100_000;
export const MAX_SECONDS = 1e9;

export const FILTER_RULES = {
  code: `Give a status such as 503, a class such as 5xx, or one of ${FAILURE_CODES.join(", ")}.`,
  attempts: "Give a whole number.",
  mostAttempts: "Give at most 100,000.",
  seconds: "Give a number of seconds.",
  mostSeconds: "Give at most 1,000,000,000.",
  held: "Say true, or leave it out.",
} as const;

/** The number that a text is; null if it is none, as "" and "0x1f" are numbers to JavaScript alone. */
export function readDecimal(text: string): number | null {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

type Ranges = {
  minAttempts?: number | undefined;
  maxAttempts?: number | undefined;
  minLatency?: number | undefined;
  maxLatency?: number | undefined;
};

/** The ranges of attempts and latency that start after their end: the field that each begins with, and what is wrong. */
export function findReversed(query: Ranges): { name: "minAttempts" | "minLatency"; message: string }[] {
  const isReversed = (min: number | undefined, max: number | undefined) =>
    min !== undefined && max !== undefined && min > max;
  return [
    ...(isReversed(query.minAttempts, query.maxAttempts)
      ? [{ name: "minAttempts" as const, message: "Is more than maxAttempts." }]
      : []),
    ...(isReversed(query.minLatency, query.maxLatency)
      ? [{ name: "minLatency" as const, message: "Is more than maxLatency." }]
      : []),
  ];
}
