import type { TestFunction } from "@/lib/functions/schemas";

export type FunctionKind = TestFunction["kind"];

type FunctionWords = {
  /** What the editor is called. */
  label: string;
  /** On the button that opens the editor. */
  write: string;
  help: string;
  /** What a new function starts as: it changes nothing. */
  template: string;
  /** What it is tried on when there is no event yet. */
  sample: string;
  /** What it is given and gives back. */
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

/** What holds for every function, for below its editor. */
export const FUNCTION_LIMITS =
  "It runs alone for each event, without network or timers, for at most 1 second of CPU time and within 32 MiB. Date shows when the event was accepted; Math.random gives the same again for the same event.";

/** The line of the code that a message of the sandbox names; null when it names none. */
export function findLine(message: string | undefined): number | null {
  const found = /\(line (\d+)\)/.exec(message ?? "");
  return found ? Number(found[1]) : null;
}
