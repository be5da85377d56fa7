import type { StoredStatus } from "@/lib/queue/transition";

/**
 * What an unusual delivery is found by: its status as it is stored, how its last attempt failed, and the class of its
 * attempts. Deliveries without an attempt have none, nor have those that succeed at once: whatever is usual costs no
 * entry of an index, and its update stays heap-only.
 */
export type Trait = {
  readonly status: StoredStatus;
  /** The status of the last attempt's answer, or its error_code; null if it succeeded. */
  readonly failedWith: string | null;
  readonly attemptsClass: number;
};

/** A class is how often a number can be halved until it is below 2; whatever is more is in the last class. */
const MAX_ATTEMPTS_CLASS = 7;
const MAX_LATENCY_CLASS = 20;
/** Seconds from acceptance to success. What is faster is usual. */
const SLOW_SECONDS = 0.5;

/** The class of a number of attempts, which is at least 1. */
export function attemptsClassOf(attempts: number): number {
  return Math.min(MAX_ATTEMPTS_CLASS, Math.floor(Math.log2(attempts)));
}

/** The class of the seconds until a success; null if they are usual. */
export function latencyClassOf(seconds: number): number | null {
  return seconds < SLOW_SECONDS ? null : Math.min(MAX_LATENCY_CLASS, Math.floor(Math.log2(seconds)));
}

/** The classes of all latencies in a range; null if some of these are usual. */
export function latencyClassesWithin(min: number | undefined, max: number | undefined): number[] | null {
  const first = min === undefined ? null : latencyClassOf(min);
  if (first === null) return null;
  const last = max === undefined ? MAX_LATENCY_CLASS : (latencyClassOf(max) ?? first);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

type Attempted = { status: StoredStatus; failedWith: string | null; attempts: number };

/** The trait of a delivery after an attempt, as it is stored; null if it succeeded at once. */
export function toTrait({ status, failedWith, attempts }: Attempted): string | null {
  if (status === "Success" && attempts <= 1) return null;
  return `${status} ${failedWith ?? NO_FAILURE} ${attemptsClassOf(attempts)}`;
}

/** Reads a stored trait. */
export function readTrait(stored: string): Trait {
  const [status = "", failedWith = "", attemptsClass = ""] = stored.split(" ");
  return {
    status: status as StoredStatus,
    failedWith: failedWith === NO_FAILURE ? null : failedWith,
    attemptsClass: Number(attemptsClass),
  };
}

const NO_FAILURE = "-";

/** The trait of a delivery `d` that gets another status without an attempt, as an expression. */
export function traitWith(status: StoredStatus): string {
  const first = `'${status} ${NO_FAILURE} 0'`;
  return `case when d.trait is not null then '${status}' || substr(d.trait, strpos(d.trait, ' ')) when d.num_trials > 0 then ${first} end`;
}
