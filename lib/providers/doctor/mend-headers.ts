import { distance } from "fastest-levenshtein";
import type { HeldKeyScheme } from "@/lib/providers/scheme";
import type { ReceivedRequest } from "@/lib/providers/verification/received";
import { type IncomingFinding, tell } from "./findings";
import { headersOf } from "./scheme-headers";

const MAX_TYPOS = 2;
/** Two letters make another word of a shorter name. */
const MIN_LENGTH = 6;

type Mended = { request: ReceivedRequest; findings: IncomingFinding[] };

/** The request with headers of the scheme under their own names, and which ones had arrived under a similar one. */
export function mendHeaders(scheme: HeldKeyScheme, request: ReceivedRequest): Mended {
  const headers = { ...request.headers };
  const findings: IncomingFinding[] = [];
  const wanted = headersOf(scheme);
  const taken = new Set(wanted.map((name) => name.toLowerCase()));
  for (const name of wanted) {
    if (headers[name.toLowerCase()] !== undefined) continue;
    const other = Object.keys(headers).find((one) => !taken.has(one) && isNear(one, name));
    if (other === undefined) continue;
    taken.add(other);
    headers[name.toLowerCase()] = headers[other];
    findings.push(tellRenamed(name, other));
  }
  return { request: { ...request, headers }, findings };
}

export function tellRenamed(due: string, arrived: string): IncomingFinding {
  return tell("header_renamed", `The header ${due} arrived as ${arrived}.`, { header: arrived });
}

/** Whether one name is written for the other: as a server's variable, without `x-`, or with a few wrong letters. */
function isNear(name: string, wanted: string): boolean {
  const [a, b] = [plain(name), plain(wanted)];
  return a === b || (b.length >= MIN_LENGTH && distance(a, b) <= MAX_TYPOS);
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^http-/, "")
    .replace(/^x-/, "");
}
