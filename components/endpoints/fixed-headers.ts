import { readPairLines } from "@/components/forms/pair-lines";
import type { FieldError } from "@/lib/kernel/errors";

/** What a text of headers says, and what is wrong with its lines, by the field `headers`. */
export type ReadHeaders = { headers: Record<string, string>; errors: FieldError[] };

/** Reads a header on each line, `Name: value`. The last of a repeated name counts, and is an error. */
export function readFixedHeaders(text: string): ReadHeaders {
  const { pairs, errors } = readPairLines(text, {
    path: "headers",
    line: /^\s*([^\s:]+)\s*:(.*)$/,
    wrong: "is no header. Write Name: value.",
  });
  return { headers: pairs, errors };
}

/** Headers as lines, in the order in which they are stored. */
export function writeFixedHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
