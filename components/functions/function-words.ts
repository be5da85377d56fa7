import type { TestFunction } from "@/lib/functions/schemas";

export type FunctionKind = TestFunction["kind"];

type FunctionWords = {
  /** The editor's name. */
  label: string;
  /** On the button that opens the editor. */
  write: string;
  help: string;
  /** The start of a new function: it changes nothing. */
  template: string;
  /** The test payload while there is no event yet. */
  sample: string;
  /** What it gets and returns. */
  noun: string;
};

const PAYLOAD = JSON.stringify({ type: "order.created", order: { id: 1001, total: 149.9, currency: "EUR" } }, null, 2);
const HEADERS = JSON.stringify({ "content-type": "application/json", "x-region": "eu" }, null, 2);

export const FUNCTION_WORDS: Record<FunctionKind, FunctionWords> = {
  subscription: {
    label: "Function",
    write: "Write a function",
    help: "transform returns what is sent, or null to skip the event. A field $headers of the result is not sent: its fields are added as headers.",
    template: "function transform(payload) {\n  return payload;\n}\n",
    sample: PAYLOAD,
    noun: "payload",
  },
  body: {
    label: "Body function",
    write: "Write a body function",
    help: "transform returns the new payload: an object is sent as JSON, a text as it is.",
    template: "function transform(payload) {\n  return payload;\n}\n",
    sample: PAYLOAD,
    noun: "payload",
  },
  header: {
    label: "Header function",
    write: "Write a header function",
    help: "transform is given the headers, names in lower case, and returns the new ones.",
    template: "function transform(headers) {\n  return headers;\n}\n",
    sample: HEADERS,
    noun: "headers",
  },
};

/** The limits of every function, shown below its editor. */
export const FUNCTION_LIMITS =
  "It runs alone for each event, without network or timers, for at most 1 second of CPU time and within 32 MiB. Date shows when the event was accepted; Math.random gives the same again for the same event.";

/** The line of the code that a message of the sandbox names; null if it names none. */
export function findLine(message: string | undefined): number | null {
  const found = /\(line (\d+)\)/.exec(message ?? "");
  return found ? Number(found[1]) : null;
}
