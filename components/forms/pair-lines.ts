import type { FieldError } from "@/lib/kernel/errors";

/** How the lines of a field are read: `line` finds name and value, `wrong` says what a line without them is. */
type PairLines = { path: string; line: RegExp; wrong: string };

/** Reads a pair on each line. The last of a repeated name counts, and is an error. */
export function readPairLines(
  text: string,
  { path, line: pattern, wrong }: PairLines,
): { pairs: Record<string, string>; errors: FieldError[] } {
  const pairs = new Map<string, string>();
  const errors: FieldError[] = [];
  const refuse = (message: string) => errors.push({ path, message });
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [, name = "", value = ""] = pattern.exec(line) ?? [];
    if (name === "") refuse(`Line ${at + 1} ${wrong}`);
    else if (pairs.has(name)) refuse(`${name} stands here twice.`);
    if (name !== "") pairs.set(name, value.trim());
  }
  return { pairs: Object.fromEntries(pairs), errors };
}
