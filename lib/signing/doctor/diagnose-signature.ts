import { type BodyComparison, compareBodies } from "@/lib/signing/doctor/compare-bodies";
import { examineOwnHeader } from "@/lib/signing/doctor/examine-own-header";
import { examineStandard } from "@/lib/signing/doctor/examine-standard";
import type { Case, SchemeReport } from "@/lib/signing/doctor/findings";

export type Diagnosis = {
  isValid: boolean;
  schemes: SchemeReport[];
  /** What was sent against what was received; null if they are the same, or if what was sent is not known. */
  comparison: BodyComparison | null;
};

/**
 * Says which part of a received request does not fit its signatures. Both ways of signing are judged; one whose headers
 * were not received does not count, unless both are missing.
 */
export async function diagnoseSignature(one: Case): Promise<Diagnosis> {
  const received = { ...one.received, headers: toLowerCase(one.received.headers) };
  const seen = { ...one, received };
  const schemes = [await examineStandard(seen), await examineOwnHeader(seen)];
  const isValid =
    schemes.some(({ verdict }) => verdict === "valid") && schemes.every(({ verdict }) => verdict !== "invalid");
  return { isValid, schemes, comparison: one.sent && compareBodies(one.sent.body, received.body) };
}

function toLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
