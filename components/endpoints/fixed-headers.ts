import type { FieldError } from "@/lib/kernel/errors";

/** What a text of headers says, and what is wrong with its lines, by the field `headers`. */
export type ReadHeaders = { headers: Record<string, string>; errors: FieldError[] };

/** Reads a header on each line, `Name: value`. The last of a repeated name counts, and is an error. */
export function readFixedHeaders(text: string): ReadHeaders {
  const headers = new Map<string, string>();
  const errors: FieldError[] = [];
  const refuse = (message: string) => errors.push({ path: "headers", message });
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [, name = "", value = ""] = /^\s*([^\s:]+)\s*:(.*)$/.exec(line) ?? [];
    if (name === "") refuse(`Line ${at + 1} is no header. Write Name: value.`);
    else if (headers.has(name)) refuse(`${name} stands here twice.`);
    if (name !== "") headers.set(name, value.trim());
  }
  return { headers: Object.fromEntries(headers), errors };
}

/** Headers as lines, in the order in which they are stored. */
export function writeFixedHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
