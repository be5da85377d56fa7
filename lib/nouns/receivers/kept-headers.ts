import type { IncomingHttpHeaders } from "node:http";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { isCredential } from "@/lib/wire/redact-traffic";

const MAX_HEADERS = 100;
const MAX_CHARACTERS = 16_384;

/** Headers that the front door adds, and no sender sent. */
const OWN = /^x-hookyard-(?:address|local|page)$/;

/** What a receiver is there to show. It proves nothing once its time is over. */
const SIGNATURE = /signature/i;

/**
 * The headers of a request as they are kept: the first of them, as many as there is room for. Credentials, which an
 * endpoint may be set to send, are kept for nobody.
 */
export function keptHeaders(headers: IncomingHttpHeaders | Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  let characters = 0;
  for (const [name, given] of Object.entries(headers).slice(0, MAX_HEADERS)) {
    if (given === undefined || OWN.test(name)) continue;
    const isSecret = isCredential(name) && !SIGNATURE.test(name);
    const value = isSecret ? REDACTED : [given].flat().join(", ");
    characters += name.length + value.length;
    if (characters > MAX_CHARACTERS) break;
    kept[name] = value;
  }
  return kept;
}
