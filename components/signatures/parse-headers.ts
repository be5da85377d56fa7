/** The headers in a pasted text, or a sentence that says what is wrong with it. */
export type ParsedHeaders = { headers: Record<string, string> } | { wrong: string };

/**
 * Reads headers as people copy them: a line each (`name: value`), with or without the request's first line, or a JSON
 * object of texts or lists of texts.
 */
export function parseHeaders(text: string): ParsedHeaders {
  const trimmed = text.trim();
  if (trimmed === "") return { wrong: "Paste the headers that were received, one on each line." };
  return trimmed.startsWith("{") ? parseObject(trimmed) : parseLines(trimmed);
}

const FIRST_LINE = /^(?:[A-Z]+ \S+|HTTP\/\d)/;

function parseLines(text: string): ParsedHeaders {
  const headers: Record<string, string> = {};
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const isHeader = line.trim() !== "" && !(at === 0 && FIRST_LINE.test(line));
    if (!isHeader) continue;
    const [, name = "", value = ""] = /^\s*([^\s:]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (name === "") return { wrong: `Line ${at + 1} is no header. Write name: value.` };
    headers[name] = value.trim();
  }
  return { headers };
}

function parseObject(text: string): ParsedHeaders {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: "This begins like JSON, but is none." };
  }
  const headers: Record<string, string> = {};
  for (const [name, part] of Object.entries(value as Record<string, unknown>)) {
    const texts = Array.isArray(part) ? part : [part];
    if (!texts.every((one) => typeof one === "string")) return { wrong: `${name} is not a text.` };
    headers[name] = texts.join(", ");
  }
  return { headers };
}

/** Headers as lines, the way in which `parseHeaders` reads them. */
export function writeHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
