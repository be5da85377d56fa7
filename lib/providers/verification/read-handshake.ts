import type { ChallengeAnswer } from "@/lib/providers/challenge";
import type { Handshake } from "@/lib/providers/handshake";
import { isWhole, malformed } from "./needed-key";
import type { Received } from "./received";
import { nameOf, type Refused, refuseAbsent } from "./verdict";

/** The secret that a request hands over, or why it can be none; null if the request is no handshake. */
export function readHandshake(
  { secret: at, matching }: Handshake,
  received: Received,
): { secret: string } | Refused | null {
  if (received.request.method !== "POST") return null;
  const found = received.find(at);
  if (found.text !== null) {
    if (isWhole(matching, found.text)) return { secret: found.text };
    return malformed(at, `${nameOf(at)} holds no secret of this provider's form.`);
  }
  return found.because === "missing" ? null : refuseAbsent("The secret", at, found);
}

/** What its sender takes for a yes. */
export function answerHandshake({ answer: { status, echo } }: Handshake, secret: string): ChallengeAnswer {
  return { status, contentType: "text/plain", body: "", ...(echo !== null && { headers: { [echo]: secret } }) };
}
