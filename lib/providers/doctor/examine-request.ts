import { setImmediate as yieldLoop } from "node:timers/promises";
import { verify } from "@/lib/providers/verification/check";
import type { Refused, Verdict } from "@/lib/providers/verification/verdict";
import { type IncomingFinding, tell } from "./findings";
import { findSigner, type IncomingCase, isAccepted, isOnlyLate, nameSecret, type Try } from "./incoming-case";
import { listTries } from "./list-tries";
import { mendHeaders } from "./mend-headers";
import { tellTime } from "./tell-time";
import { tellUnknown } from "./tell-unknown";
import { tellOther } from "./try-secrets";

export type Examination = { isValid: boolean; findings: IncomingFinding[] };

/**
 * Says which part of a received request does not fit its source, and how to mend it: it changes one thing at a time
 * until the signature is right. Nothing is returned but words: no secret, and no signature that would be right.
 */
export async function examineRequest(one: IncomingCase): Promise<Examination> {
  if (verifyAccepted(one).ok) return { isValid: true, findings: tellRight(one) };
  const { request, findings } = mendHeaders(one.scheme, one.request);
  const mended = { ...one, request };
  const verdict = verifyAccepted(mended);
  if (verdict.ok) return { isValid: false, findings };
  return { isValid: false, findings: [...findings, ...(await explain(mended, verdict))] };
}

function verifyAccepted({ scheme, secrets, request, now }: IncomingCase): Verdict {
  const accepted = secrets.filter(isAccepted).map(({ text }) => text);
  return verify(scheme, accepted, request, now);
}

function tellRight(one: IncomingCase): IncomingFinding[] {
  const signer = findSigner(one, one.secrets.filter(isAccepted));
  if (signer?.kind !== "previous") return [tell("valid", "The signature is right, with the source's secret.")];
  const until = signer.endsAt.toISOString();
  return [
    tell("valid", `The signature is right, with ${nameSecret(signer)}.`),
    tell("previous_secret", `The sender still signs with the secret before. It is refused from ${until} on.`),
  ];
}

async function explain(one: IncomingCase, refusal: Refused): Promise<IncomingFinding[]> {
  if (isOnlyLate(refusal)) return [tellTime(one, refusal)];
  for (const attempt of listTries(one)) {
    // A large body takes its time for each.
    await yieldLoop();
    const findings = judgeTry(one, attempt);
    if (findings) return findings;
  }
  return tellUnknown(one, refusal);
}

/** What a try tells if the signature is right with it: itself, a secret that is not accepted, a time that is not due. */
function judgeTry(one: IncomingCase, { finding, ...changed }: Try): IncomingFinding[] | null {
  const tried = { ...one, ...changed };
  const texts = tried.secrets.map(({ text }) => text);
  const verdict = verify(tried.scheme, texts, tried.request, tried.now);
  if (!verdict.ok && !isOnlyLate(verdict)) return null;
  const signer = findSigner(tried, tried.secrets);
  const isOther = signer !== undefined && !isAccepted(signer) && finding.code !== "other_secret";
  return [finding, ...(isOther ? [tellOther(signer)] : []), ...(verdict.ok ? [] : [tellTime(tried, verdict)])];
}
