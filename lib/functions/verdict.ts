import type { JSValueHandle } from "quickjs-wasi";
import { type FunctionFailureReason, MAX_OUTPUT_BYTES } from "@/lib/functions/function-call";

/** What became of a call in the engine. `checked`: the text parses and declares a `transform`. */
export type Verdict =
  | { kind: "value"; json: string }
  | { kind: "checked" }
  | { kind: "failed"; reason: FunctionFailureReason; message: string; line: number | null };

export type Failed = Extract<Verdict, { kind: "failed" }>;

/** `unread`: the function was not run, because the guest's `JSON.parse` reads nothing in its argument. */
export type Answer = Verdict | { kind: "unread"; message: string };

/** The name under which the user's text appears in stacks. */
export const FILE = "function.js";

const OUT_OF_MEMORY = /\bout of memory\b|wasm_malloc failed|string too long/;
const TOO_DEEP = /\bstack overflow\b|Maximum call stack size exceeded/;
/** What the library gives for a text that the machine had no memory left to hand over. */
const NO_TEXT = "<null>";

/** Reads what the guest's `begin` or `finish` answered. */
export function readAnswer(answer: JSValueHandle, memoryBytes: number): Answer {
  if (answer.isString) {
    const json = answer.toString();
    if (json === NO_TEXT) return outOfMemory(memoryBytes);
    return Buffer.byteLength(json) > MAX_OUTPUT_BYTES ? tooLarge() : { kind: "value", json };
  }
  const [kind, detail, stack] = ["0", "1", "2"].map((key) => answer.getProp(key).toString());
  return readFailure(kind ?? "", detail ?? "", { stack: stack ?? "", memoryBytes });
}

function readFailure(kind: string, detail: string, more: { stack: string; memoryBytes: number }): Answer {
  const line = lineOf(more.stack);
  if (OUT_OF_MEMORY.test(detail)) return outOfMemory(more.memoryBytes, line);
  switch (kind) {
    case "checked":
      return { kind: "checked" };
    case "missing":
      return failed(
        "syntax",
        "The code declares no function named transform: write function transform(payload) { … }.",
      );
    case "nothing":
      return failed("output", "transform returned nothing: return the new value, or null.");
    case "pending":
      return failed(
        "output",
        "The promise that transform returned never settles: there are no timers and no network here.",
      );
    case "large":
      return tooLarge();
    case "unreadable":
      return { kind: "unread", message: `The payload cannot be given to a function: ${detail}` };
    case "unwritable":
      return failed("output", `What transform returned cannot be written as JSON: ${detail}`, line);
    default:
      return threw(detail, line);
  }
}

/** What an exception means that the guest could not catch. The machine is in an unknown state after it. */
export function explainException(error: unknown, memoryBytes: number): Failed {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (OUT_OF_MEMORY.test(text)) return outOfMemory(memoryBytes);
  return threw(
    text.replace("Error: Job execution error: ", ""),
    error instanceof Error ? lineOf(error.stack ?? "") : null,
  );
}

export function explainSyntax(error: Error, memoryBytes: number): Failed {
  if (OUT_OF_MEMORY.test(error.message)) return outOfMemory(memoryBytes);
  if (TOO_DEEP.test(error.message)) return failed("syntax", "The code is nested too deeply.");
  return failed("syntax", `${error.name}: ${error.message}`, lineOf(error.stack ?? ""));
}

export function timedOut(timeMs: number): Failed {
  return failed("timeout", `The function was stopped: it ran longer than ${timeMs} ms of CPU time.`);
}

/** It was given up before it had used its time. */
export function starved(timeMs: number, patienceMs: number): Failed {
  const message = `The function was not run to its end: within ${patienceMs / 1_000} s the machine gave it less than its ${timeMs} ms of CPU time.`;
  return failed("starved", message);
}

/** The function had less memory than it may use. */
export function noMemoryLeft(): Failed {
  return failed("unavailable", "The function was not run to its end: the machine has no memory left for it.");
}

function outOfMemory(memoryBytes: number, line: number | null = null): Failed {
  const mebibytes = Math.round(memoryBytes / 1024 / 1024);
  return failed("memory", `The function was stopped: it needs more than ${mebibytes} MiB of memory.`, line);
}

function tooLarge(): Failed {
  return failed("output", `What transform returned is larger than ${MAX_OUTPUT_BYTES / 1024 / 1024} MiB.`);
}

function threw(detail: string, line: number | null): Failed {
  return failed("threw", TOO_DEEP.test(detail) ? `The function calls itself too deeply: ${detail}` : detail, line);
}

export function failed(reason: FunctionFailureReason, message: string, line: number | null = null): Failed {
  if (line === null) return { kind: "failed", reason, message, line };
  const sentence = message.endsWith(".") ? `${message.slice(0, -1)} (line ${line}).` : `${message} (line ${line})`;
  return { kind: "failed", reason, message: sentence, line };
}

function lineOf(stack: string): number | null {
  const found = /\bfunction\.js:(\d+)/.exec(stack);
  return found ? Number(found[1]) : null;
}
