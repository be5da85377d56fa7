export type JsonToken = { kind: "key" | "string" | "number" | "word" | "mark"; text: string };

/** One line of indented JSON: its depth and its tokens. */
export type JsonLine = { depth: number; tokens: JsonToken[] };

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;
const OPENING = new Set<string | undefined>(["{", "["]);
const CLOSING = new Set<string | undefined>(["}", "]"]);

/**
 * Lays JSON out in lines without changing a character of its values: numbers too large for JavaScript, the order of
 * keys and repeated keys stay as they were sent. Null if the text is not JSON.
 */
export function layOutJson(text: string): JsonLine[] | null {
  if (!isJson(text)) return null;
  const parts = text.match(TOKEN) ?? [];
  const lines: JsonLine[] = [{ depth: 0, tokens: [] }];
  let depth = 0;

  const write = (token: JsonToken) => lines.at(-1)?.tokens.push(token);
  const breakLine = () => lines.push({ depth, tokens: [] });

  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1];
    if (OPENING.has(part)) {
      write({ kind: "mark", text: part });
      if (CLOSING.has(next)) continue;
      depth += 1;
      breakLine();
    } else if (CLOSING.has(part)) {
      if (!OPENING.has(parts[i - 1])) {
        depth -= 1;
        breakLine();
      }
      write({ kind: "mark", text: part });
    } else if (part === ",") {
      write({ kind: "mark", text: "," });
      breakLine();
    } else if (part === ":") {
      write({ kind: "mark", text: ": " });
    } else {
      write({ kind: kindOf(part, next), text: part });
    }
  }
  return lines;
}

/** The same as text, two spaces for each level. */
export function formatJson(text: string): string | null {
  const lines = layOutJson(text);
  if (!lines) return null;
  return lines.map(({ depth, tokens }) => "  ".repeat(depth) + tokens.map((token) => token.text).join("")).join("\n");
}

function kindOf(part: string, next: string | undefined): JsonToken["kind"] {
  if (part.startsWith('"')) return next === ":" ? "key" : "string";
  return /^[tfn]/.test(part) ? "word" : "number";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
