import type { z } from "zod";
import type { FieldError } from "@/lib/kernel/errors";
import { ExactNumber } from "@/lib/wire/exact-json";

/** Turns zod's issues into field errors: one for each unknown field, by its own path. */
export function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "Unknown field." }));
    }
    return [{ path: path.join(".") || "body", message: explain(issue) }];
  });
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return explainType(issue);
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  return issue.message;
}

function explainType({ input, expected, message }: z.core.$ZodIssueInvalidType): string {
  if (input === undefined) return "This field is required.";
  if (input instanceof ExactNumber && isNumeric(expected)) return "This number is too large, or has too many digits.";
  return message.startsWith("Invalid input: expected") ? `Give ${nameOf(expected)}.` : message;
}

function isNumeric(type: string): boolean {
  return type === "int" || type === "number";
}

function nameOf(type: string): string {
  if (type === "int") return "a whole number";
  if (type === "record" || type === "object") return "an object";
  if (type === "array") return "a list";
  return type === "boolean" ? "true or false" : `a ${type}`;
}

const MAX_DEPTH = 64;
/** Longer than any name of ours; a path of names then stays short enough to report. */
const MAX_NAME_CHARACTERS = 1_000;
const MAX_TOLD = 100;

/**
 * Finds what no field may contain, whatever its schema: NUL characters and broken surrogate pairs, which PostgreSQL's
 * text and jsonb cannot store, the key `__proto__`, infinite numbers, and names and nesting that only an attacker
 * needs. Fields whose paths are in `opaque` are stored as bytes, or only looked at, and may contain anything. Reports
 * at most 100 errors, in time linear in the value's size.
 */
export function findUnstorable(value: unknown, opaque: readonly string[] = []): FieldError[] {
  const errors: FieldError[] = [];
  const left = opaque.map((path) => path.split("."));
  const tell = (path: readonly string[], message: string) => errors.push({ path: path.join("."), message });
  const visit = (part: unknown, path: readonly string[]) => {
    if (errors.length >= MAX_TOLD) return;
    const fault = findFault(part);
    if (fault !== null) tell(path, fault);
    else if (isContainer(part)) visitFields(part, path);
  };
  const visitFields = (container: object, path: readonly string[]) => {
    if (path.length >= MAX_DEPTH) {
      tell(path.slice(0, 8), `Nest at most ${MAX_DEPTH} levels.`);
      return;
    }
    for (const [key, inner] of Object.entries(container)) {
      if (errors.length >= MAX_TOLD) return;
      const here = [...path, key];
      if (left.some((names) => isSamePath(names, here))) continue;
      if (key === "__proto__") tell(here, "Unknown field.");
      else if (key.length > MAX_NAME_CHARACTERS) tell(path, "A field's name has at most 1,000 characters.");
      else if (!isStorable(key)) tell(path, "A field's name has a NUL or broken character.");
      else visit(inner, here);
    }
  };
  visit(value, []);
  return errors;
}

/** What is wrong with a text or a number. */
function findFault(value: unknown): string | null {
  if (typeof value === "string") return isStorable(value) ? null : "Use text without NUL or broken characters.";
  if (value instanceof ExactNumber) return value.isWritable ? null : "Use a number of at most 1,000 digits.";
  return null;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

const UNSTORABLE = /[\0\p{Cs}]/u;

function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}
