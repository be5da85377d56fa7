import type { SingleScheme } from "@/lib/providers/scheme";
import { findCandidates } from "@/lib/providers/verification/candidates";
import { lengthOf } from "@/lib/providers/verification/proof";
import { Received, type ReceivedRequest } from "@/lib/providers/verification/received";
import { tell } from "./findings";
import { type IncomingCase, singlesOf, type Try } from "./incoming-case";
import { tellRenamed } from "./mend-headers";
import { proofHeaderOf } from "./scheme-headers";

/** The most headers that are looked at for a proof that is not where it is due. */
const MAX_HEADERS = 40;

/** The proof in a header of any other name, where its own is missing. */
export function* tryHeaders({ scheme, request }: IncomingCase): Generator<Try> {
  for (const single of singlesOf(scheme)) {
    const due = proofHeaderOf(single);
    if (due === null || request.headers[due.toLowerCase()] !== undefined) continue;
    let count = 0;
    for (const [name, value] of Object.entries(request.headers)) {
      const moved = { ...request, headers: { ...request.headers, [due.toLowerCase()]: value } };
      if (count === MAX_HEADERS || !isPossible(single, moved)) continue;
      count += 1;
      yield { request: moved, finding: tellRenamed(due, name) };
    }
  }
}

/** Nothing is computed for a header that can hold no proof. */
function isPossible(scheme: SingleScheme, request: ReceivedRequest): boolean {
  if (scheme.kind !== "signature") return true;
  return "candidates" in findCandidates(scheme, new Received(request), lengthOf(scheme.algorithm));
}

/** Another address, where the sender signs it: as it was given, and as senders usually get it wrong. */
export function* tryAddresses({ scheme, request, sentTo }: IncomingCase): Generator<Try> {
  const signsAddress = singlesOf(scheme).some((one) => one.kind === "signature" && one.signed.includes("{url}"));
  if (!signsAddress) return;
  const addresses = new Set([...(sentTo === null ? [] : [sentTo]), ...vary(request.url)]);
  for (const url of addresses) {
    const finding = tell("other_address", `The signature is right for another address than the source's: ${url}`);
    yield { request: { ...request, url }, finding };
  }
}

function vary(url: string): string[] {
  const [, protocol = "", host = "", path = "", query = ""] = /^(https?):\/\/([^/?]+)([^?]*)(.*)$/.exec(url) ?? [];
  const other = protocol === "https" ? "http" : "https";
  const slashed = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  const port = protocol === "https" ? 443 : 80;
  const varied = [
    `${other}://${host}${path}${query}`,
    `${protocol}://${host}${slashed}${query}`,
    `${other}://${host}${slashed}${query}`,
    `${protocol}://${host}:${port}${path}${query}`,
    `${protocol}://${host}${path}`,
    "",
  ];
  return varied.filter((one) => one !== url);
}
