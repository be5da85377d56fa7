import type { IncomingHttpHeaders } from "node:http";

const MAX_HEADERS = 100;
const MAX_CHARACTERS = 16_384;

/** Headers that the front door adds, and no sender sent. */
const OWN = /^x-hookyard-(?:address|local|page)$/;

/** The headers of a request as they are kept: the first of them, as many as there is room for. */
export function keptHeaders(headers: IncomingHttpHeaders | Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  let characters = 0;
  for (const [name, given] of Object.entries(headers).slice(0, MAX_HEADERS)) {
    if (given === undefined || OWN.test(name)) continue;
    const value = Array.isArray(given) ? given.join(", ") : given;
    characters += name.length + value.length;
    if (characters > MAX_CHARACTERS) break;
    kept[name] = value;
  }
  return kept;
}
