/** What a function is given: a value, or what `JSON.parse` reads in a text, and where it reads nothing, that text. */
export type FunctionArgument = { argument: unknown } | { argumentText: string };

/** One run of a user's function: the text that declares `transform`, and what it is given. */
export type FunctionCall = FunctionArgument & {
  /** JavaScript with a function named `transform` at its top level. All of it runs anew for each call. */
  source: string;
  /** What `Date` shows, unmoving: the time at which the event was accepted. Default: 1970. */
  nowMs?: number;
  /** Seeds `Math.random`: the event's id, so that a repeated run gives the same. */
  seed?: string;
  /** CPU time that it may use. */
  timeMs?: number;
  /** Whose turn it is (a source's or subscription's id): queues take turns, and one queue's loops are its own. Default: the text. */
  queue?: string;
  /** It was refused before because its queue was suspended: it gets a run of its own there, one in a while. */
  isProbe?: boolean;
};

/**
 * `syntax`: it does not parse, or declares no `transform`. `threw`: it threw, or recursed too deep.
 * `timeout`, `memory`: it was stopped. `output`: what it returned is nothing, is no JSON or is too large.
 * `suspended`: not run, its queue timed out too often in a row. `overloaded`: not run, too much is waiting.
 * `starved`: given up, the machine was too busy for it. `unavailable`: not run, or lost, by no fault of the function.
 */
export type FunctionFailureReason =
  | "syntax"
  | "threw"
  | "timeout"
  | "memory"
  | "output"
  | "suspended"
  | "overloaded"
  | "starved"
  | "unavailable";

/** Whether a call ended so by no fault of the function: the same call may well do better later. */
export function isPassing(reason: FunctionFailureReason): boolean {
  switch (reason) {
    case "overloaded":
    case "starved":
    case "unavailable":
      return true;
    case "syntax":
    case "threw":
    case "timeout":
    case "memory":
    case "output":
    case "suspended":
      return false;
  }
}

/** `durationMs` is CPU time. `message` is for the operator. `logs` are the lines of its `console`, as far as it came. */
export type FunctionFailure = {
  ok: false;
  reason: FunctionFailureReason;
  message: string;
  line: number | null;
  logs: string[];
  durationMs: number;
};

/**
 * `json` is `value` as the function's engine wrote it: without white space, so that its first character tells its type.
 * `isGiven` says whether JSON in that writing is the function's argument, which it then left as it was.
 */
export type FunctionSuccess = {
  ok: true;
  readonly value: unknown;
  json: string;
  isGiven(json: string): boolean;
  logs: string[];
  durationMs: number;
};

export type FunctionOutcome = FunctionSuccess | FunctionFailure;

export const DEFAULT_TIME_MS = 1_000;
export const DEFAULT_MEMORY_BYTES = 32 * 1024 * 1024;
export const MAX_SOURCE_LENGTH = 256 * 1024;
export const MAX_OUTPUT_BYTES = 5 * 1024 * 1024;
export const MAX_LOG_LINES = 100;
export const MAX_LOG_LINE_LENGTH = 1_000;

export function notRun(reason: FunctionFailureReason, message: string): FunctionFailure {
  return { ok: false, reason, message, line: null, logs: [], durationMs: 0 };
}
