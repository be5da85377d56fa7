import type { z } from "zod";
import type { FieldError } from "@/lib/errors";
import { ExactNumber } from "@/lib/wire/exact-json";

/** What zod found, as field errors: one for each unknown field, by its own path. */
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
  if (issue.code === "invalid_type" && issue.input === undefined) return "This field is required.";
  if (issue.code === "invalid_type" && issue.input instanceof ExactNumber && isNumeric(issue.expected)) {
    return "This number is too large, or has too many digits.";
  }
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input: expected")) {
    return `Give ${nameOf(issue.expected)}.`;
  }
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  return issue.message;
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

/**
 * What no field may hold, whatever its schema: NUL characters and broken surrogate pairs, which PostgreSQL's text and
 * jsonb cannot keep, the key `__proto__`, numbers without end, and nesting that only an attacker needs. Fields whose paths are in `opaque`
 * are kept as bytes, or looked at and forgotten, and may hold anything.
 */
export function findUnstorable(value: unknown, opaque: readonly string[] = []): FieldError[] {
  const errors: FieldError[] = [];
  const visit = (part: unknown, path: readonly string[]) => {
    if (typeof part === "string") {
      if (!isStorable(part))
        errors.push({ path: path.join("."), message: "Use text without NUL or broken characters." });
      return;
    }
    if (typeof part !== "object" || part === null) return;
    if (part instanceof ExactNumber) {
      if (!part.isWritable) errors.push({ path: path.join("."), message: "Use a number of at most 1,000 digits." });
      return;
    }
    if (path.length >= MAX_DEPTH) {
      errors.push({ path: path.slice(0, 8).join("."), message: `Nest at most ${MAX_DEPTH} levels.` });
      return;
    }
    for (const [key, inner] of Object.entries(part)) {
      const here = [...path, key];
      if (opaque.includes(here.join("."))) continue;
      if (key === "__proto__") errors.push({ path: here.join("."), message: "Unknown field." });
      else if (!isStorable(key))
        errors.push({ path: path.join("."), message: "A field's name has a NUL or broken character." });
      else visit(inner, here);
    }
  };
  visit(value, []);
  return errors;
}

const UNSTORABLE = /[\0\p{Cs}]/u;

function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}
